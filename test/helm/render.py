"""Lints a chart and renders it with the values on the standard input, as `helm lint --strict` and `helm template` do."""

import json
import sys

from helm_python.chart import Chart, lint

WARNING = 2

path, name = sys.argv[1:]
values = json.load(sys.stdin)
report = lint(path, values, strict=True)
faults = [message for message in report["messages"] if message["severity"] >= WARNING]
if faults or report["errors"]:
    sys.exit(json.dumps([faults, report["errors"]]))
for template, text in Chart.load(path).render(values, name=name, namespace="default").items():
    if template.endswith(".yaml"):
        print(f"---\n{text}")
