{{> after}}
