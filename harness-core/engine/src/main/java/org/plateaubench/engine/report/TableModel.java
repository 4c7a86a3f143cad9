// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.ErrorRecord;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;

/** The tables of a report about the whole run. */
final class TableModel {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_EVENTS = 500;

    private final StoredRun run;
    private final Judgement judgement;

    TableModel(StoredRun run, Judgement judgement) {
        this.run = run;
        this.judgement = judgement;
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "audits", audits());
        put(tree, "reconciliations", reconciliations());
        put(tree, "errors", errors());
        put(tree, "events", events());
        put(tree, "environment", EnvironmentModel.of(run.environment()));
        put(tree, "plan", plan());
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, List<Object> rows) {
        tree.put(name, rows);
        tree.put("has" + Character.toUpperCase(name.charAt(0)) + name.substring(1), !rows.isEmpty());
    }

    private List<Object> audits() {
        List<Object> rows = new ArrayList<>();
        for (Audit audit : judgement.audits()) {
            if (Health.isComparison(audit)) {
                continue; // It has a separate table.
            }
            Double value = audit.value();
            Double bound = audit.bound();
            rows.add(Map.of(
                    "title", audit.rule().title(),
                    "rule", audit.rule().label(),
                    "scope", audit.scope().toString(),
                    "value", value == null ? Cells.NONE : Figures.said(value, audit.unit()),
                    "bound", bound == null ? Cells.NONE : Figures.said(bound, audit.unit()),
                    "badge", Badge.of(audit).tree(),
                    "message", audit.message()));
        }
        return rows;
    }

    private List<Object> reconciliations() {
        List<Object> rows = new ArrayList<>();
        for (ReconciliationRow row : judgement.reconciliation()) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("scope", row.scope().toString());
            tree.put("what", row.what());
            tree.put("before", number(row.before()));
            tree.put("after", number(row.after()));
            tree.put("expected", Cells.whole(row.expected()));
            tree.put("actual", Cells.whole(row.found()));
            tree.put("uncertain", Cells.whole(row.uncertain()));
            tree.put("reason", row.reason());
            tree.put("badge", Badge.of(row).tree());
            rows.add(tree);
        }
        return rows;
    }

    private static String number(@Nullable Long number) {
        return number == null ? Cells.NONE : Cells.whole(number);
    }

    private List<Object> errors() {
        List<Object> rows = new ArrayList<>();
        for (ErrorRecord error : run.errors()) {
            rows.add(Map.of(
                    "scope", error.scope(),
                    "operation", error.operation(),
                    "errorClass", error.errorClass(),
                    "message", error.message(),
                    "count", Cells.whole(error.count()),
                    "first", seconds(error.firstNanos()),
                    "last", seconds(error.lastNanos())));
        }
        return rows;
    }

    private List<Object> events() {
        List<Object> rows = new ArrayList<>();
        for (RunEvent event : run.events()) {
            if (rows.size() == MOST_EVENTS) {
                rows.add(
                        Map.of("at", "", "type", "", "scope", "", "message", "Further events stand in events.ndjson."));
                break;
            }
            rows.add(Map.of(
                    "at", event.runNanos() == RunEvent.BEFORE_START ? "before" : seconds(event.runNanos()),
                    "type", event.type(),
                    "scope", event.scope(),
                    "message", event.message()));
        }
        return rows;
    }

    private List<Object> plan() {
        RunPlan plan = RunPlan.fromTree(run.plan());
        Map<String, Object> tree = new LinkedHashMap<>();
        PhaseTimes phases = plan.phases();
        tree.put("plan id", plan.id());
        tree.put("seed", plan.seed());
        tree.put(
                "phases",
                "ramp-up " + Durations.format(phases.rampUp()) + ", steady " + Durations.format(phases.steady())
                        + ", ramp-down " + Durations.format(phases.rampDown()) + ", drain at most "
                        + Durations.format(phases.drain()));
        tree.put("tiles", plan.tiles());
        plan.suts()
                .forEach(sut -> tree.put(
                        "sut " + sut.tile() + "/" + sut.name(),
                        sut.service() + ", " + String.valueOf(sut.mode()).toLowerCase(Locale.ROOT)
                                + words(sut.parameters())));
        for (PlannedWorkload workload : plan.workloads()) {
            tree.put(
                    "workload " + workload.tile() + "/" + workload.name(),
                    workload.reference() + ", data "
                            + String.valueOf(workload.data()).toLowerCase(Locale.ROOT)
                            + ", "
                            + workload.execution()
                                    .name()
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', ' ')
                            + ", lag bound " + Figures.said(workload.lagBoundMs(), "ms")
                            + words(workload.parameters()));
        }
        return Cells.pairs(tree);
    }

    /** Parameters that have a value, secrets as references as in the plan. */
    private static String words(Map<String, Object> parameters) {
        StringBuilder words = new StringBuilder();
        parameters.forEach((name, value) -> {
            if (!String.valueOf(value).isEmpty()) {
                words.append(words.isEmpty() ? "; " : ", ")
                        .append(name)
                        .append(" = ")
                        .append(value);
            }
        });
        return words.toString();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
    }
}
