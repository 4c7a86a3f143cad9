// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.data;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.data.MarkedData.Task;
import org.plateaubench.process.data.MarkedData.Work;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;

/**
 * The life cycle of data with a marker. It decides by the policy and by the marker that is found:
 *
 * <table>
 * <caption>Work on the data</caption>
 * <tr><th>found</th><th>reuse</th><th>reset</th><th>reload</th></tr>
 * <tr><td>nothing</td><td>load</td><td>load</td><td>load</td></tr>
 * <tr><td>an unfinished load of the wanted data</td><td>continue</td><td>continue</td><td>load</td></tr>
 * <tr><td>other unfinished data, or an unfinished removal</td><td>load</td><td>load</td><td>load</td></tr>
 * <tr><td>the wanted data</td><td>use</td><td>restore</td><td>load</td></tr>
 * <tr><td>other data</td><td>refuse</td><td>refuse</td><td>load</td></tr>
 * <tr><td>data of another workload or program</td><td>refuse</td><td>refuse</td><td>refuse</td></tr>
 * </table>
 *
 * <p>The last row holds unless the user adopts the place by its name. Before anything else the marker is written in the
 * state {@link State#LOADING} or {@link State#CLEARING}, and {@link State#LOADED} at the end, so that an interrupted
 * load or removal is always recognised. The marker also names its latest use: a load or run notices that another one
 * has used the same data since, and fails.
 */
public abstract class MarkedDataSet implements DataSet {
    private String useId = "";
    private boolean isFresh;
    private @Nullable Map<String, String> countsBefore;

    protected MarkedDataSet() {}

    /** {@code inAdvance} is for the checks of {@link #preflight}, which take at most a minute. */
    protected abstract MarkedData open(boolean inAdvance) throws Exception;

    protected List<Finding> checkReachable() throws Exception {
        return List.of();
    }

    /** Returns the program with which the user loads the data; empty if this workload loads it. */
    protected String loadingTool() {
        return "";
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws Exception {
        List<Finding> findings = new ArrayList<>(policyProblem(policy));
        findings.addAll(checkReachable());
        if (findings.stream().anyMatch(finding -> finding.severity() == Finding.Severity.PROBLEM)) {
            return findings;
        }
        try (MarkedData data = open(true)) {
            List<Task> tasks = tasks(data, policy);
            findings.addAll(data.inspect(tasks));
            findings.addAll(decisions(data, tasks, policy));
            findings.addAll(data.foreign(tasks));
        }
        return findings;
    }

    private List<Finding> policyProblem(DataPolicy policy) {
        return loadingTool().isEmpty() || policy == DataPolicy.REUSE
                ? List.of()
                : List.of(Finding.problem(
                        "This workload does not load its data.",
                        "Set 'data: reuse', and load it with " + loadingTool() + "."));
    }

    private static List<Task> tasks(MarkedData data, DataPolicy policy) throws Exception {
        List<Task> tasks = new ArrayList<>();
        DataMarker wanted = data.wanted();
        for (Map.Entry<String, Optional<DataMarker>> place : data.markers().entrySet()) {
            tasks.add(new Task(place.getKey(), place.getValue(), work(data, place.getValue(), wanted, policy)));
        }
        return tasks;
    }

    private static Work work(MarkedData data, Optional<DataMarker> found, DataMarker wanted, DataPolicy policy)
            throws Exception {
        if (policy == DataPolicy.RELOAD
                || found.isEmpty()
                || found.get().state() == State.CLEARING
                || !found.get().difference(wanted).isEmpty()) {
            return Work.LOAD;
        }
        if (found.get().isLoaded()) {
            return policy == DataPolicy.RESET ? Work.RESTORE : Work.USE;
        }
        return data.continuesLoad() ? Work.RESUME : Work.LOAD;
    }

    private List<Finding> decisions(MarkedData data, List<Task> tasks, DataPolicy policy) throws Exception {
        DataMarker wanted = data.wanted();
        Map<Finding, List<String>> placesByFinding = new LinkedHashMap<>();
        for (Task task : tasks) {
            decision(data, task, wanted, policy)
                    .ifPresent(finding -> placesByFinding
                            .computeIfAbsent(finding, any -> new ArrayList<>())
                            .add(task.place()));
        }
        List<Finding> findings = new ArrayList<>();
        placesByFinding.forEach((finding, places) -> findings.add(new Finding(
                finding.severity(),
                "The data at " + placeNames(places) + " " + finding.message(),
                finding.remedy(),
                finding.parameter())));
        return findings;
    }

    private static String placeNames(List<String> places) {
        return places.getFirst() + (places.size() == 1 ? "" : " and " + (places.size() - 1) + " more");
    }

    private Optional<Finding> decision(MarkedData data, Task task, DataMarker wanted, DataPolicy policy) {
        if (task.marker().isEmpty()) {
            return loadingTool().isEmpty()
                    ? Optional.empty()
                    : Optional.of(Finding.problem("is missing.", "Load it with " + loadingTool() + "."));
        }
        DataMarker marker = task.marker().get();
        if (!marker.owner().equals(wanted.owner()) && !data.isAdopted()) {
            return Optional.of(Finding.problem("belongs to workload " + marker.owner() + ".", data.remedyOfForeign()));
        }
        String difference = marker.difference(wanted);
        if (!marker.isLoaded()) {
            return Optional.of(Finding.note("is that of an earlier load that was interrupted; it will "
                    + (task.work() == Work.RESUME ? "continue where it stopped." : "be loaded again.")));
        }
        if (difference.isEmpty()) {
            return Optional.empty();
        }
        String message = "differs from the requested data: " + difference + ".";
        return Optional.of(
                policy == DataPolicy.RELOAD
                        ? Finding.note(message + " It will be replaced.")
                        : Finding.problem(message, remedy(marker, wanted)));
    }

    private String remedy(DataMarker marker, DataMarker wanted) {
        return (loadingTool().isEmpty() ? "Set 'data: reload' to replace it" : "Load it again with " + loadingTool())
                + (marker.hasSeedOf(wanted)
                        ? ", or give the workload the parameters of this data."
                        : ", or use the 'dataSeed' of the run and the name of the workload that it was loaded with.");
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        try (MarkedData data = open(false)) {
            List<Task> tasks = tasks(data, policy);
            List<Finding> findings = new ArrayList<>(policyProblem(policy));
            findings.addAll(decisions(data, tasks, policy));
            findings.addAll(data.foreign(tasks));
            requireNoProblem(findings);
            useId = HexFormat.of().toHexDigits(UUID.randomUUID().getMostSignificantBits());
            Work work = tasks.stream().map(Task::work).max(Work::compareTo).orElse(Work.USE);
            isFresh = work != Work.USE;
            if (!data.carryOut(tasks, progress)) {
                carryOut(data, tasks, work, progress);
            }
            countsBefore = null;
        }
    }

    private static void requireNoProblem(List<Finding> findings) throws SutException {
        List<String> problems = findings.stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::toString)
                .toList();
        if (!problems.isEmpty()) {
            throw new SutException(String.join(" ", problems));
        }
    }

    private void carryOut(MarkedData data, List<Task> tasks, Work work, Progress progress) throws Exception {
        long runs = work == Work.USE ? tasks.getFirst().marker().orElseThrow().runs() : 0;
        DataMarker marker = data.wanted().usedBy(useId, runs + 1);
        if (work == Work.LOAD || work == Work.RESUME || (work == Work.RESTORE && !data.restore(progress))) {
            if (work != Work.RESUME && (data.isAdopted() || hasMarker(tasks))) {
                remove(data, progress);
            }
            data.mark(marker.withState(State.LOADING));
            data.load(progress);
            requireUse(data);
        }
        data.mark(marker);
    }

    private static boolean hasMarker(List<Task> tasks) {
        return tasks.stream().anyMatch(task -> task.marker().isPresent());
    }

    private static void remove(MarkedData data, Progress progress) throws Exception {
        progress.report("clearing the data", 0, 0, "");
        data.remove(() -> {
            data.mark(data.wanted().withState(State.CLEARING));
            data.clear(progress);
            data.unmark();
        });
    }

    private void requireUse(MarkedData data) throws Exception {
        for (Map.Entry<String, Optional<DataMarker>> place : data.markers().entrySet()) {
            String found = place.getValue().map(DataMarker::usedBy).orElse(useId);
            if (!found.isEmpty() && !found.equals(useId)) {
                throw new SutException("Another run has used the data at " + place.getKey()
                        + " since, or loaded it again. Give each run data of its own.");
            }
        }
    }

    @Override
    public void clear(Progress progress) throws Exception {
        try (MarkedData data = open(false)) {
            String owner = data.wanted().owner();
            List<Task> ownTasks = new ArrayList<>();
            data.markers().forEach((place, marker) -> {
                if (marker.isPresent() && (marker.get().owner().equals(owner) || data.isAdopted())) {
                    ownTasks.add(new Task(place, marker, Work.CLEAR));
                }
            });
            if (!ownTasks.isEmpty() && loadingTool().isEmpty()) {
                data.restrictTo(ownTasks.stream().map(Task::place).toList());
                requireNoProblem(data.foreign(ownTasks));
                if (!data.carryOut(ownTasks, progress)) {
                    remove(data, progress);
                }
            }
        }
    }

    @Override
    public List<Finding> verify() throws Exception {
        try (MarkedData data = open(false)) {
            List<String> wrongPlaces = new ArrayList<>();
            DataMarker wanted = data.wanted();
            data.markers().forEach((place, marker) -> {
                if (!marker.map(DataMarker::isLoaded).orElse(false)
                        || !marker.orElseThrow().difference(wanted).isEmpty()) {
                    wrongPlaces.add(place);
                }
            });
            if (!wrongPlaces.isEmpty()) {
                return List.of(Finding.problem(
                        "The data at " + placeNames(wrongPlaces) + " is not that of this run.",
                        "Set 'data: reload', and find out which other client uses it."));
            }
            List<Finding> findings = data.check(isFresh);
            countsBefore = data.count();
            return findings;
        }
    }

    @Override
    public DataDescription describe() throws Exception {
        try (MarkedData data = open(false)) {
            return data.describe();
        }
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        if (countsBefore == null) {
            return Optional.empty();
        }
        Map<String, String> baseline = new LinkedHashMap<>(countsBefore);
        baseline.put(DataMarker.USED_BY, useId);
        return Optional.of(baseline);
    }

    @Override
    public void resume(Map<String, String> baseline) {
        countsBefore = baseline;
        useId = baseline.getOrDefault(DataMarker.USED_BY, "");
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        if (countsBefore == null) {
            throw new IllegalStateException("the data was not verified before the load");
        }
        try (MarkedData data = open(false)) {
            List<Reconciliation> rows = data.reconcile(countsBefore, sent);
            // After the comparison, since reading the marker may change counts of the SUT.
            requireUse(data);
            return rows;
        }
    }
}
