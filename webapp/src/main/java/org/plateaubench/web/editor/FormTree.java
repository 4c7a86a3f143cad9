// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.editor.Completion;
import org.plateaubench.app.editor.Form;
import org.plateaubench.app.editor.FoundProblem;
import org.plateaubench.app.editor.PlanSummary;
import org.plateaubench.app.editor.RunFileCheck;
import org.plateaubench.engine.config.RunFileEdit.Change;

/** Converts checks and proposals to JSON trees. Pure functions. */
final class FormTree {
    private FormTree() {}

    static Map<String, @Nullable Object> of(RunFileCheck check) {
        Form form = check.form();
        PlanSummary plan = check.plan();
        return tree(
                "problems",
                check.problems().stream().map(FormTree::of).toList(),
                "form",
                form == null ? null : of(form),
                "plan",
                plan == null ? null : of(plan));
    }

    private static Map<String, @Nullable Object> tree(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            result.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return result;
    }

    private static Map<String, @Nullable Object> of(FoundProblem problem) {
        return tree(
                "path",
                problem.path(),
                "line",
                place(problem.line()),
                "column",
                place(problem.column()),
                "endLine",
                place(problem.endLine()),
                "endColumn",
                place(problem.endColumn()),
                "severity",
                problem.isWarning() ? "warning" : "error",
                "message",
                problem.message());
    }

    private static @Nullable Integer place(int number) {
        return number == 0 ? null : Integer.valueOf(number);
    }

    private static Map<String, @Nullable Object> of(Form form) {
        return tree(
                "sections",
                form.sections().stream().map(FormTree::of).toList(),
                "additions",
                form.additions().stream().map(FormTree::of).toList());
    }

    private static Map<String, @Nullable Object> of(Form.Section section) {
        return tree(
                "id",
                section.id(),
                "kind",
                word(section.part()),
                "name",
                section.name(),
                "title",
                section.title(),
                "help",
                section.help(),
                "fields",
                section.fields().stream().map(FormTree::of).toList(),
                "actions",
                section.actions().stream().map(FormTree::of).toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, @Nullable Object> of(Form.Action action) {
        return tree(
                "id",
                action.id(),
                "label",
                action.label(),
                "help",
                action.help(),
                "changes",
                changes(action.changes()));
    }

    private static List<Map<String, @Nullable Object>> changes(List<Change> changes) {
        return changes.stream()
                .map(change -> tree("path", change.path(), "value", change.value()))
                .toList();
    }

    private static Map<String, @Nullable Object> of(Form.Field field) {
        return tree(
                "path",
                field.path(),
                "group",
                field.group(),
                "label",
                field.label(),
                "kind",
                word(field.kind()),
                "unit",
                field.unit().isEmpty() ? null : field.unit(),
                "minimum",
                field.minimum(),
                "maximum",
                field.maximum(),
                "choices",
                field.choices().stream()
                        .map(choice -> tree(
                                "value", choice.value(), "label", choice.label(), "changes", changes(choice.changes())))
                        .toList(),
                "default",
                field.defaultValue(),
                "value",
                field.value(),
                "given",
                field.isGiven(),
                "required",
                field.isRequired(),
                "secret",
                field.isSecret(),
                "reach",
                field.reach().word(),
                "advanced",
                field.isAdvanced(),
                "help",
                field.help());
    }

    private static Map<String, @Nullable Object> of(PlanSummary plan) {
        return tree(
                "id",
                plan.id(),
                "name",
                plan.name(),
                "class",
                plan.runClass(),
                "classReasons",
                plan.classReasons(),
                "notes",
                plan.notes(),
                "seconds",
                plan.seconds(),
                "phases",
                plan.phases(),
                "tiles",
                plan.tiles(),
                "workloads",
                plan.workloads().stream().map(FormTree::of).toList(),
                "text",
                plan.text());
    }

    private static Map<String, @Nullable Object> of(PlanSummary.WorkloadSummary workload) {
        return tree(
                "name",
                workload.name(),
                "plugin",
                workload.plugin(),
                "users",
                workload.users(),
                "ratePerSecond",
                workload.ratePerSecond(),
                "operationsPerSecond",
                workload.operationsPerSecond(),
                "isBound",
                workload.isBound(),
                "mix",
                workload.mix().entrySet().stream()
                        .map(share -> tree("operation", share.getKey(), "share", share.getValue()))
                        .toList());
    }

    static Map<String, @Nullable Object> of(Completion completion) {
        return tree(
                "fromLine",
                completion.line(),
                "fromColumn",
                completion.fromColumn(),
                "toLine",
                completion.line(),
                "toColumn",
                completion.toColumn(),
                "items",
                completion.items().stream()
                        .map(item -> tree(
                                "text",
                                item.text(),
                                "label",
                                item.label(),
                                "detail",
                                item.detail(),
                                "documentation",
                                item.documentation(),
                                "kind",
                                item.isKey() ? "key" : "value"))
                        .toList());
    }
}
