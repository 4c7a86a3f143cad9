// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.run.event.EventDetails.ComparedData;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;

/**
 * One comparison of the data in the SUT with the data sent (measurement rule M22).
 *
 * @param scope the workload
 * @param what the compared quantity
 * @param before quantity in the SUT before the load, null if it was not counted
 * @param after quantity in the SUT after the drain, null if it was not counted
 * @param expected amount sent
 * @param found amount of it in the SUT
 * @param uncertain allowed difference
 * @param state the result
 * @param lost whether a difference is a loss of the SUT, so that the run fails; otherwise the run is invalid
 * @param reason why it is not tested; empty otherwise
 */
public record ReconciliationRow(
        Scope scope,
        String what,
        @Nullable Long before,
        @Nullable Long after,
        long expected,
        long found,
        long uncertain,
        Audit.State state,
        boolean lost,
        String reason) {
    private static final String NOTHING = "Nothing was there to compare: 0 expected and 0 found.";

    /**
     * The rows of a workload. A comparison of nothing with nothing is not tested. If the SUT was restarted during the run, an equal sum proves nothing, since it is not
     * known what the SUT did in the meantime. A sum that is too small is then a loss of the SUT, and so is a difference
     * together with missing things that were checked by their identity.
     */
    public static List<ReconciliationRow> of(List<RunEvent> events, Scope workload) {
        String scope = workload.toString();
        List<Compared> rows = events.stream()
                .filter(event ->
                        event.is(EventType.RECONCILIATION) && event.scope().equals(scope))
                .flatMap(
                        event -> event.as(ComparedData.class).map(data -> new Compared(data, event.message())).stream())
                .toList();
        boolean isLost = rows.stream()
                .map(Compared::data)
                .anyMatch(data -> data.things()
                        && data.untested().isEmpty()
                        && !plain(workload, data, "").isMet());
        return rows.stream()
                .map(row -> plain(workload, row.data(), row.message()).judged(row.data(), isLost))
                .toList();
    }

    private record Compared(ComparedData data, String message) {}

    private static ReconciliationRow plain(Scope scope, ComparedData data, String message) {
        return new ReconciliationRow(
                scope,
                data.what() == null ? message : data.what(),
                data.before(),
                data.after(),
                data.expected(),
                data.actual(),
                data.uncertain(),
                Audit.State.OK,
                false,
                "");
    }

    private ReconciliationRow judged(ComparedData data, boolean thingsAreLost) {
        String restarted = data.restarted();
        if (!data.untested().isEmpty()) {
            return with(Audit.State.NOT_TESTED, false, data.untested());
        }
        if (expected == 0 && found == 0 && (data.things() || restarted.isEmpty())) {
            return with(Audit.State.NOT_TESTED, false, NOTHING);
        }
        if (data.things()) {
            return isMet() ? this : with(Audit.State.VIOLATED, true, "");
        }
        boolean isShort = found < expected;
        if (!isMet() && isShort && (thingsAreLost || !restarted.isEmpty())) {
            return with(Audit.State.VIOLATED, true, "");
        }
        if (!restarted.isEmpty()) {
            return with(Audit.State.NOT_TESTED, false, restarted);
        }
        return isMet() ? this : with(Audit.State.VIOLATED, false, "");
    }

    private ReconciliationRow with(Audit.State outcome, boolean isLoss, String why) {
        return new ReconciliationRow(scope, what, before, after, expected, found, uncertain, outcome, isLoss, why);
    }

    public boolean isOfNothing() {
        return reason.equals(NOTHING);
    }

    private boolean isMet() {
        return difference() <= uncertain;
    }

    private long difference() {
        return Math.abs(found - expected);
    }

    private String seen() {
        return what + ": " + Figures.text(expected) + " expected, " + Figures.text(found) + " found, "
                + Figures.text(uncertain) + " uncertain.";
    }

    /** The result and the remedy, in sentences. */
    public String message() {
        return switch (state) {
            case OK -> seen();
            case NOT_TESTED -> scope + ": " + what + (isOfNothing() ? ": " : " cannot be compared. ") + reason;
            case VIOLATED ->
                scope + ": " + seen()
                        + (lost
                                ? " The SUT has lost, changed or duplicated what it had acknowledged. Look in its log"
                                        + " for a crash, and check how it stores what it acknowledges."
                                : " The counts of the harness and of the SUT differ. Look for another client of the"
                                        + " same data, lost work in the SUT, or a fault of the plugin.");
        };
    }

    public Audit audit() {
        return new Audit(
                Rule.RECONCILIATION,
                state,
                scope,
                state == Audit.State.NOT_TESTED ? null : (double) difference(),
                (double) uncertain,
                what,
                false,
                false,
                message());
    }

    public static List<ReconciliationRow> of(List<RunEvent> events, Iterable<Scope> workloads) {
        List<ReconciliationRow> all = new ArrayList<>();
        workloads.forEach(workload -> all.addAll(of(events, workload)));
        return all;
    }
}
