// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.UntrustedArchive;
import org.plateaubench.app.study.CellResult.TrialResult;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.store.Manifest;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;
import org.plateaubench.loader.ShownText;
import org.plateaubench.process.FileTree;

/**
 * The result of the check of a bundle. Immutable.
 *
 * @param content the run or the study, in words; empty when the bundle has neither
 * @param outcome the conclusion of the run or the outcome of the study in words, from judging again; null when it
 *     cannot be judged
 * @param problems the problems, sentences; empty when the bundle is in order
 */
public record BundleCheck(String content, @Nullable String outcome, List<String> scores, List<String> problems) {
    private static final long MAX_BYTES = (1L << 32) - 1;
    private static final int MAX_FILES = 10_000;

    /** The greatest ratio of unpacked to packed size; measurements are packed to a tenth. */
    private static final int MAX_TIMES_PACKED = 100;

    private static final long MAX_DOCUMENT_BYTES = 32L << 20;

    private static final long MIN_BOUND_BYTES = 64L << 20;

    /** A bundle is not trusted: it is unpacked within bounds to a folder that is removed afterwards. */
    public static BundleCheck of(Path file) throws IOException {
        Path folder = Files.createTempDirectory("plateau-bundle-");
        try (UntrustedArchive archive = UntrustedArchive.open(file, MAX_BYTES, MAX_FILES)) {
            // A small file must not fill a disk.
            long limit = Math.max(MIN_BOUND_BYTES, MAX_TIMES_PACKED * Files.size(file));
            archive.unpack(folder, Math.min(MAX_BYTES, limit));
            List<String> files = archive.entries().stream()
                    .filter(entry -> !entry.isFolder())
                    .map(UntrustedArchive.Entry::path)
                    .toList();
            return new Unpacked(folder, files).check();
        } catch (UsageError e) {
            return new BundleCheck("", null, List.of(), List.of(String.valueOf(e.getMessage())));
        } finally {
            FileTree.remove(folder);
        }
    }

    private static final class Unpacked {
        private final Path folder;
        private final List<String> files;
        private final TreeSet<String> folders = new TreeSet<>();
        private final List<String> problems = new ArrayList<>();

        Unpacked(Path folder, List<String> files) {
            this.folder = folder;
            this.files = files;
            files.stream()
                    .filter(path -> path.contains("/"))
                    .forEach(path -> folders.add(path.substring(0, path.indexOf('/'))));
        }

        BundleCheck check() throws IOException {
            List<String> studies = folders.stream()
                    .filter(each -> Files.exists(folder.resolve(each).resolve(StudyFolder.REQUEST)))
                    .toList();
            boolean isStudy = studies.size() == 1;
            if (!files.contains(StoredFile.MANIFEST.fileName()) || (!isStudy && folders.size() != 1)) {
                problems.add("This is not a bundle, which has the file " + StoredFile.MANIFEST.fileName()
                        + " and the folder of a run, or those of a study and its runs.");
                return new BundleCheck("", null, List.of(), problems);
            }
            // Each document is read into memory completely.
            for (String path : files) {
                boolean isDocument = path.endsWith(".json") || path.equals(StoredFile.MANIFEST.fileName());
                if (isDocument && Files.size(folder.resolve(path)) > MAX_DOCUMENT_BYTES) {
                    problems.add(path + " is larger than " + (MAX_DOCUMENT_BYTES >> 20) + " MiB.");
                    return new BundleCheck("", null, List.of(), problems);
                }
            }
            compareDigests();
            String id = isStudy ? studies.getFirst() : folders.first();
            String content = isStudy
                    ? "study " + id + ", " + (folders.size() - 1) + " runs, " + files.size() + " files"
                    : "run " + id + ", " + files.size() + " files";
            try {
                return isStudy ? ofStudy(id, content) : ofRun(id, content);
            } catch (IOException | RuntimeException e) {
                // The files are not trusted, so their content may have any structure.
                problems.add("The " + (isStudy ? "study" : "run") + " cannot be judged: "
                        + withoutFolder(String.valueOf(e.getMessage())));
                return new BundleCheck(content, null, List.of(), problems);
            }
        }

        private void compareDigests() throws IOException {
            String named = StoredFile.MANIFEST.fileName();
            Map<String, String> digests;
            try {
                digests = Manifest.digests(folder.resolve(named));
            } catch (CharacterCodingException e) {
                problems.add(named + " is damaged: it is not text in UTF-8.");
                return;
            }
            for (String path : files) {
                String digest = digests.remove(path);
                if (!path.equals(named) && digest == null) {
                    problems.add(path + " was added: " + named + " does not name it.");
                } else if (digest != null && !digest.equals(Sha256.of(folder.resolve(path)))) {
                    problems.add(path + " was altered: it does not match " + named + ".");
                }
            }
            digests.keySet().forEach(path -> problems.add(ShownText.of(path) + " is missing."));
        }

        private BundleCheck ofRun(String id, String content) throws IOException {
            Judgement judgement = judge(id).judgement();
            ScoreResult score = judgement.score();
            return new BundleCheck(
                    content,
                    judgement.conclusion().sentence(),
                    score == null ? List.of() : List.of(ScoreText.of(score)),
                    problems);
        }

        private BundleCheck ofStudy(String id, String content) throws IOException {
            StudyResult stored = new StudyFolder(folder.resolve(id)).stored();
            List<EndedRun> runs = new ArrayList<>();
            for (CellResult cell : stored.cells()) {
                for (TrialResult trial : cell.trials()) {
                    runs.add(judgeAgain(new Step(cell.name(), trial.trial(), List.of()), trial));
                }
            }
            StudyResult computed = stored.with(runs);
            stored.differences(computed).forEach(problem -> problems.add(withoutFolder(problem)));
            return new BundleCheck(
                    content,
                    computed.verdict(),
                    StudyText.scores(computed).stream().map(ShownText::of).toList(),
                    problems);
        }

        private EndedRun judgeAgain(Step step, TrialResult trial) throws IOException {
            if (trial.runId().isEmpty()) {
                return EndedRun.withoutResult(step, "", Outcome.NOT_CARRIED_OUT, trial.seconds(), trial.reasons());
            }
            RunReports judged = judge(trial.runId());
            return EndedRun.of(step, trial.runId(), judged.run(), judged.judgement(), trial.seconds(), trial.reasons());
        }

        /** Judges a run, and compares the result with the one in the bundle. */
        private RunReports judge(String id) throws IOException {
            if (!folders.contains(id)) {
                throw new IOException("the bundle has no run " + id + ".");
            }
            Path result = StoredFile.RESULT.in(folder.resolve(id));
            if (!Files.isRegularFile(result)) {
                throw new IOException("there is no file " + result + ".");
            }
            Map<String, Object> stored = Documents.parse(Files.readString(result));
            StoredRun run = RunReader.read(folder.resolve(id));
            Judgement judgement = Judge.judge(run);
            Map<String, Object> recomputed = Documents.parse(judgement.text());
            TreeSet<String> different = StudyResult.differingKeys(stored, recomputed);
            if (different.contains("verdict")) {
                problems.add("The verdict of " + id + " in the bundle is "
                        + ShownText.of(String.valueOf(stored.get("verdict"))) + ", and judging again gives "
                        + recomputed.get("verdict") + ".");
            } else if (!different.isEmpty()) {
                problems.add("Judging again gives other figures than " + id + "/" + StoredFile.RESULT.fileName()
                        + " has, in " + ShownText.of(String.join(", ", different)) + ".");
            }
            return new RunReports(run, judgement, List.of());
        }

        /** A sentence with the names of files in the form of the bundle. */
        private String withoutFolder(String sentence) {
            return ShownText.of(sentence.replace(folder + "/", ""));
        }
    }
}
