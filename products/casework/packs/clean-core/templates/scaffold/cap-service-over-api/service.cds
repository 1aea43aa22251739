using { {{api}} as external } from './external/{{api}}';

@requires: 'authenticated-user'
service {{service}} {
  // TODO: name the elements; what is not listed is not fetched.
  @readonly
  entity {{entity}} as projection on external.{{api_entity}} {
    key {{key_element}}
  };
}
