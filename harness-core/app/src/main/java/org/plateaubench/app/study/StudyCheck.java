// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.plateaubench.app.runs.UntrustedRunJudge;
import org.plateaubench.app.study.page.StudyText;
import org.plateaubench.app.study.plan.Ledger;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.app.study.result.CellResult;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.TrialResult;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.RunFigures;
import org.plateaubench.app.study.run.RunSoftware;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.app.study.run.SutFacts;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.file.BoundedFile;
import org.plateaubench.loader.isolation.ShownText;

/**
 * The results of a sequence of runs, computed again from the measurements of its runs. Neither is trusted. Immutable.
 *
 * @param runs ids of the runs that the results name
 * @param outcome outcome of the whole, as computed again
 * @param scores the score of each cell that has one, in words, as computed again
 * @param problems differences from the computed results, sentences
 * @param mismatches differences between the results and the ledger, sentences, which no version of the judge explains
 */
public record StudyCheck(
        List<String> runs, String outcome, List<String> scores, List<String> problems, List<String> mismatches) {
    private static final int MOST_BYTES = 64 << 20;
    private static final long MOST_LEDGER_BYTES = 256L << 20;

    public StudyCheck {
        runs = List.copyOf(runs);
        scores = List.copyOf(scores);
        problems = List.copyOf(problems);
        mismatches = List.copyOf(mismatches);
    }

    /** The names of the files in the folder of a sequence with its request, ledger and results. */
    public static List<String> files() {
        return List.of(StudyFolder.REQUEST, Ledger.FILE, StudyFiles.RESULT);
    }

    /**
     * Reads the results of a folder.
     *
     * @throws IOException with a one-sentence message when they cannot be read
     */
    public static StudyResult result(Path study) throws IOException {
        Path file = study.resolve(StudyFiles.RESULT);
        if (!Files.isRegularFile(file)) {
            throw new IOException(study + " has no " + StudyFiles.RESULT + ": it has not begun its first run.");
        }
        try {
            String text = BoundedFile.text(file, MOST_BYTES);
            Object schema = Documents.parse(text).get("schema");
            if (!StudyResult.SCHEMA.equals(schema)) {
                throw new IOException(file + " has the schema '" + ShownText.of(String.valueOf(schema))
                        + "', and this version of Plateau reads " + StudyResult.SCHEMA + ".");
            }
            return Documents.read(text, StudyResult.class);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException(file + " is broken: " + e.getMessage() + ".", e);
        }
    }

    /** The ids of the runs of results, in the order of the cells. */
    public static List<String> runs(StudyResult result) {
        return trials(result)
                .map(TrialResult::runId)
                .filter(id -> !id.isEmpty())
                .toList();
    }

    private static Stream<TrialResult> trials(StudyResult result) {
        return result.cells().stream().flatMap(cell -> cell.trials().stream());
    }

    /**
     * Computes the results of a folder again.
     *
     * @param study folder of the sequence
     * @param runs folder that contains the folders of its runs
     * @param mostBytes greatest size of the measurements of a run, in bytes
     * @throws IOException with a one-sentence message when the results or a run cannot be read
     */
    public static StudyCheck of(Path study, Path runs, long mostBytes) throws IOException {
        StudyResult stored = result(study);
        Map<String, List<EndedRun>> again = new LinkedHashMap<>();
        for (CellResult cell : stored.cells()) {
            List<EndedRun> ended = new ArrayList<>();
            for (TrialResult trial : cell.trials()) {
                ended.add(again(cell.name(), trial, runs, mostBytes));
            }
            again.put(cell.name(), ended);
        }
        try {
            StudyResult computed = stored.again(again);
            List<String> mismatches = new ArrayList<>(mismatches(study, stored));
            mismatches.addAll(withoutNumber(stored));
            return new StudyCheck(
                    runs(stored),
                    computed.outcome(),
                    StudyText.scores(computed),
                    different(stored, computed),
                    mismatches);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException("The results of the study cannot be computed again: " + e.getMessage() + ".", e);
        }
    }

    private static EndedRun again(String cell, TrialResult trial, Path runs, long mostBytes) throws IOException {
        Step step = new Step(cell, trial.trial(), List.of());
        if (trial.runId().isEmpty()) {
            // It has no measurements, and so no figures.
            return new EndedRun(step, "", Outcome.NOT_CARRIED_OUT, trial.seconds(), List.of(), trial.reasons());
        }
        RunFolder folder = RunFolder.of(runs.resolve(trial.runId()));
        if (folder.runId().isEmpty()
                || !folder.path().startsWith(runs.toAbsolutePath().normalize())) {
            throw new IOException("'" + trial.runId() + "' is not the id of a run.");
        }
        return UntrustedRunJudge.judge(folder, mostBytes, (run, judgement) -> {
            Outcome outcome = Outcome.of(run, judgement);
            return new EndedRun(
                    step,
                    trial.runId(),
                    outcome,
                    trial.seconds(),
                    outcome.isEvidence() ? RunFigures.of(JudgedRun.of(run, judgement)) : List.of(),
                    trial.reasons(),
                    SutFacts.of(run.environment()),
                    judgement.score(),
                    RunSoftware.of(run));
        });
    }

    /**
     * A sentence for each cell whose results lack the number of requested trials, without which too few trials would
     * suffice.
     */
    private static List<String> withoutNumber(StudyResult stored) {
        return stored.cells().stream()
                .filter(cell -> stored.search() == null && cell.wanted() == null)
                .map(CellResult::name)
                .map(name -> "The results do not say how many trials of the cell '" + name + "' were requested.")
                .toList();
    }

    /** The differences between the ledger and the results, which also show a run that was omitted from the results. */
    private static List<String> mismatches(Path study, StudyResult stored) throws IOException {
        List<String> problems = new ArrayList<>(twice(runs(stored)));
        Path ledger = study.resolve(Ledger.FILE);
        if (!Files.isRegularFile(ledger)) {
            return problems;
        }
        if (Files.size(ledger) > MOST_LEDGER_BYTES) {
            throw new IOException(ledger + " is larger than " + MOST_LEDGER_BYTES + " bytes.");
        }
        List<String> ended = new ArrayList<>();
        // Only the parts that the results must also have are kept, not the figures.
        Ledger.read(
                study,
                run -> ended.add(inWords(
                        run.step().cell(),
                        run.step().trial(),
                        run.runId(),
                        run.outcome().label())));
        List<String> listed = stored.cells().stream()
                .flatMap(cell -> cell.trials().stream()
                        .map(trial -> inWords(cell.name(), trial.trial(), trial.runId(), trial.outcome())))
                .toList();
        without(ended, listed)
                .forEach(run -> problems.add("The ledger of the study has " + run + ", but its results do not."));
        without(listed, ended)
                .forEach(run -> problems.add("The results of the study have " + run + ", but its ledger does not."));
        return problems;
    }

    /**
     * The runs that are listed more than once. A run is only one trial; as several trials it would make these look
     * alike.
     */
    private static List<String> twice(List<String> runs) {
        return without(runs, runs.stream().distinct().toList()).stream()
                .distinct()
                .map(run -> "The results of the study have run " + run + " more than once.")
                .toList();
    }

    private static String inWords(String cell, int trial, String run, String outcome) {
        return "trial " + trial + (cell.isEmpty() ? "" : " of '" + cell + "'") + (run.isEmpty() ? "" : ", run " + run)
                + ", " + outcome;
    }

    private static List<String> without(List<String> these, List<String> those) {
        Map<String, Integer> left = new HashMap<>();
        those.forEach(each -> left.merge(each, 1, Integer::sum));
        return these.stream()
                .filter(each -> left.merge(each, -1, Integer::sum) < 0)
                .toList();
    }

    public static List<String> different(StudyResult stored, StudyResult computed) {
        Map<String, Object> one = Documents.parse(Documents.text(stored));
        Map<String, Object> other = Documents.parse(Documents.text(computed));
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < stored.cells().size(); i++) {
            String name = stored.cells().get(i).name();
            TreeSet<String> parts = parts(
                    Documents.parse(Documents.text(stored.cells().get(i))),
                    Documents.parse(Documents.text(computed.cells().get(i))));
            if (!parts.isEmpty()) {
                problems.add("Computing again gives other results of the cell '" + name + "', in "
                        + String.join(", ", parts) + ".");
            }
        }
        TreeSet<String> parts = parts(one, other);
        parts.remove("cells");
        if (!parts.isEmpty()) {
            problems.add("Computing again gives another " + String.join(", ", parts) + " of the study.");
        }
        return problems;
    }

    private static TreeSet<String> parts(Map<String, Object> one, Map<String, Object> other) {
        TreeSet<String> keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        keys.removeIf(key -> Objects.equals(one.get(key), other.get(key)));
        return keys;
    }
}
