{{> tests}}
