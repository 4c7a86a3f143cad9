// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.plateaubench.app.RunReports;
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
import org.plateaubench.engine.store.file.BoundedFile;
import org.plateaubench.loader.isolation.ShownText;

/**
 * The results of a sequence of runs, computed again from its runs. Immutable.
 *
 * @param outcome outcome of the whole, as computed again
 * @param scores the score of each cell that has one, in words, as computed again
 * @param problems differences from the computed results, sentences
 */
public record StudyCheck(String outcome, List<String> scores, List<String> problems) {
    private static final int MOST_BYTES = 64 << 20;

    /** Judges a run of the sequence again. */
    @FunctionalInterface
    public interface Judging {
        RunReports judge(String runId) throws IOException;
    }

    /** The names of the files in the folder of a sequence with its request, ledger and results. */
    public static List<String> files() {
        return List.of(StudyFolder.REQUEST, Ledger.FILE, StudyFiles.RESULT);
    }

    /** Reads the results of a folder. */
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
        return result.cells().stream()
                .flatMap(cell -> cell.trials().stream())
                .map(TrialResult::runId)
                .filter(id -> !id.isEmpty())
                .toList();
    }

    /** Computes the results of a folder again. */
    public static StudyCheck of(Path study, Judging judging) throws IOException {
        StudyResult stored = result(study);
        Map<String, List<EndedRun>> again = new LinkedHashMap<>();
        for (CellResult cell : stored.cells()) {
            List<EndedRun> ended = new ArrayList<>();
            for (TrialResult trial : cell.trials()) {
                ended.add(again(cell.name(), trial, judging));
            }
            again.put(cell.name(), ended);
        }
        StudyResult computed = stored.again(again);
        return new StudyCheck(computed.outcome(), StudyText.scores(computed), different(stored, computed));
    }

    private static EndedRun again(String cell, TrialResult trial, Judging judging) throws IOException {
        Step step = new Step(cell, trial.trial(), List.of());
        if (trial.runId().isEmpty()) {
            // It has no measurements, and so no figures.
            return new EndedRun(step, "", Outcome.NOT_CARRIED_OUT, trial.seconds(), List.of(), trial.reasons());
        }
        RunReports judged = judging.judge(trial.runId());
        Outcome outcome = Outcome.of(judged.run(), judged.judgement());
        return new EndedRun(
                step,
                trial.runId(),
                outcome,
                trial.seconds(),
                outcome.isEvidence() ? RunFigures.of(JudgedRun.of(judged.run(), judged.judgement())) : List.of(),
                trial.reasons(),
                SutFacts.of(judged.run().environment()),
                judged.judgement().score(),
                RunSoftware.of(judged.run()));
    }

    private static List<String> different(StudyResult stored, StudyResult computed) {
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
