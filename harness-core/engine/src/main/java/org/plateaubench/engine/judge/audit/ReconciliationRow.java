// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.spi.Reconciliation;

/** One comparison of the data in the SUT with the data sent (measurement rule M22). */
public record ReconciliationRow(
        Scope scope,
        String what,
        @Nullable Long before,
        @Nullable Long after,
        long expected,
        long found,
        long uncertain,
        AuditResult.State state,
        @Nullable Cause cause,
        String reason) {
    private static final String NOTHING = "Nothing was there to compare: 0 expected and 0 found.";

    /** The cause of a difference: the SUT, unless another cause is shown. */
    public enum Cause {
        SUT,
        OTHER_CLIENT,
        PLUGIN
    }

    /**
     * The rows of a workload. A comparison of two empty sets is not tested. If the SUT was restarted during the
     * run, an equal or greater sum proves nothing, since the actions of the SUT in the meantime are unknown.
     */
    public static List<ReconciliationRow> of(List<RunEvent> events, Scope workload) {
        String scope = workload.toString();
        return events.stream()
                .filter(event ->
                        event.is(EventType.RECONCILIATION) && event.scope().equals(scope))
                .flatMap(
                        event -> event.as(ComparedData.class).map(data -> of(workload, data, event.message())).stream())
                .toList();
    }

    private static ReconciliationRow of(Scope scope, ComparedData data, String message) {
        ReconciliationRow row = new ReconciliationRow(
                scope,
                data.what() == null ? message : data.what(),
                data.before(),
                data.after(),
                data.expected(),
                data.actual(),
                data.uncertain(),
                AuditResult.State.OK,
                null,
                "");
        String restarted = data.kind() == Reconciliation.Kind.THINGS ? "" : data.restarted();
        if (!data.untested().isEmpty()) {
            return row.with(AuditResult.State.NOT_TESTED, null, data.untested());
        }
        if (row.expected == 0 && row.found == 0 && restarted.isEmpty()) {
            return row.with(AuditResult.State.NOT_TESTED, null, NOTHING);
        }
        boolean isMet = row.difference() <= row.uncertain;
        if (!restarted.isEmpty() && (isMet || row.found > row.expected)) {
            return row.with(AuditResult.State.NOT_TESTED, null, restarted);
        }
        return isMet ? row : row.violated(data);
    }

    private ReconciliationRow violated(ComparedData data) {
        if (data.kind() == Reconciliation.Kind.COUNTS) {
            return with(AuditResult.State.VIOLATED, Cause.PLUGIN, "");
        }
        return found > expected && !data.otherClient().isEmpty()
                ? with(AuditResult.State.VIOLATED, Cause.OTHER_CLIENT, data.otherClient())
                : with(AuditResult.State.VIOLATED, Cause.SUT, "");
    }

    private ReconciliationRow with(AuditResult.State outcome, @Nullable Cause newCause, String newReason) {
        return new ReconciliationRow(
                scope, what, before, after, expected, found, uncertain, outcome, newCause, newReason);
    }

    public boolean isEmpty() {
        return reason.equals(NOTHING);
    }

    private long difference() {
        return Math.abs(found - expected);
    }

    private String counts() {
        return what + ": " + Figures.text(expected) + " expected, " + Figures.text(found) + " found, "
                + Figures.text(uncertain) + " uncertain.";
    }

    public String message() {
        return switch (state) {
            case OK -> counts();
            case NOT_TESTED -> scope + ": " + what + (isEmpty() ? ": " : " cannot be compared. ") + reason;
            case VIOLATED -> scope + ": " + counts() + " " + explanation();
        };
    }

    private String explanation() {
        String differs = Figures.text(difference()) + (found > expected ? " more" : " less");
        if (cause == Cause.PLUGIN) {
            return "The plugin counted " + differs
                    + " in one place than in the other, so its figures cannot be trusted."
                    + " Report this fault of the plugin.";
        }
        String explained = "The SUT has " + differs + " than the acknowledged work explains";
        if (cause == Cause.OTHER_CLIENT) {
            return explained + ", and another client used its data: " + reason + ". End that client, and run again.";
        }
        return found > expected
                ? explained
                        + ", and no other client was seen: it did work twice or changed data by itself. Find out what"
                        + " repeats or adds work there, such as a trigger, a queue or a proxy."
                : explained + ": it lost or changed data. Look in its log for a crash, and check how it stores what it"
                        + " acknowledges.";
    }

    public AuditResult audit() {
        return new AuditResult(
                AuditOrRule.RECONCILIATION,
                state,
                scope,
                state == AuditResult.State.NOT_TESTED ? null : (double) difference(),
                (double) uncertain,
                what,
                false,
                cause == Cause.SUT,
                message());
    }

    public static List<AuditResult> audits(List<ReconciliationRow> rows, List<WorkloadFigures> workloads) {
        List<AuditResult> audits = new ArrayList<>();
        for (WorkloadFigures workload : workloads) {
            int before = audits.size();
            for (ReconciliationRow row : rows) {
                if (row.scope().equals(workload.scope())) {
                    audits.add(row.audit());
                }
            }
            if (audits.size() == before) {
                audits.add(AuditResult.notTested(
                        AuditOrRule.RECONCILIATION,
                        workload.scope(),
                        null,
                        "",
                        "The contents of the SUT were not compared with what was sent: the run did not get that far,"
                                + " or the plugin does not compare them. Lost or duplicated work would not be"
                                + " noticed."));
            }
        }
        return audits;
    }
}
