using { {{api}} as external } from './external/{{api}}';

@requires: 'authenticated-user'
service {{service}} {
  // TODO: list the elements; elements that are not listed are not fetched.
  @readonly
  entity {{entity}} as projection on external.{{api_entity}} {
    key {{key_element}}
  };
}
