// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.UntrustedRunJudge;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.report.JsonReport;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.isolation.ShownText;

/**
 * A run of a bundle, judged again from its measurements. Immutable.
 *
 * @param verdict the verdict; null when the run cannot be judged
 * @param score its score in words; null when there is none
 * @param figures comparison of the figures with those of {@code result.json}
 * @param problems the differences, sentences
 */
record JudgedAgain(
        @Nullable Verdict verdict, @Nullable String score, BundleCheck.Figures figures, List<String> problems) {
    private static final String JUDGE = "judge";
    /** Judges a run if its measurements have at most the given number of bytes. */
    static JudgedAgain of(RunFolder run, long bytes) {
        try {
            Map<String, Object> stored = Documents.parse(Files.readString(run.file(StoredFile.RESULT)));
            Judgement judgement = UntrustedRunJudge.judge(run, bytes);
            ScoreResult score = judgement.score();
            return compared(
                    stored,
                    Documents.parse(JsonReport.of(judgement)),
                    judgement.verdict(),
                    score == null ? null : ScoreText.of(score));
        } catch (NoSuchFileException e) {
            return unknown("there is no file " + e.getMessage() + ".");
        } catch (IOException | IllegalArgumentException e) {
            return unknown(String.valueOf(e.getMessage()));
        }
    }

    private static JudgedAgain unknown(String reason) {
        return new JudgedAgain(
                null, null, BundleCheck.Figures.UNKNOWN, List.of("The run cannot be judged: " + ShownText.of(reason)));
    }

    private static JudgedAgain compared(
            Map<String, Object> stored, Map<String, Object> again, Verdict verdict, @Nullable String score) {
        if (!Objects.equals(stored.get("verdict"), again.get("verdict"))) {
            return new JudgedAgain(
                    verdict,
                    score,
                    BundleCheck.Figures.DIFFERENT,
                    List.of("The verdict in the bundle is "
                            + ShownText.of(String.valueOf(stored.get("verdict"))) + ", and judging again gives "
                            + again.get("verdict") + "."));
        }
        if (!Objects.equals(version(stored), version(again))) {
            return new JudgedAgain(
                    verdict,
                    score,
                    BundleCheck.Figures.OF_ANOTHER_JUDGE,
                    List.of("Another version of the judge made the figures of " + StoredFile.RESULT.fileName()
                            + ": compare them with the version of Plateau that is named in environment.json."));
        }
        TreeSet<String> different = new TreeSet<>(stored.keySet());
        different.addAll(again.keySet());
        different.removeIf(key -> Objects.equals(stored.get(key), again.get(key)));
        if (different.isEmpty()) {
            return new JudgedAgain(verdict, score, BundleCheck.Figures.SAME, List.of());
        }
        return new JudgedAgain(
                verdict,
                score,
                BundleCheck.Figures.DIFFERENT,
                List.of("Judging again gives other figures than " + StoredFile.RESULT.fileName() + " has, in "
                        + ShownText.of(String.join(", ", different)) + "."));
    }

    private static @Nullable Object version(Map<String, Object> result) {
        return result.get(JUDGE) instanceof Map<?, ?> judge ? judge.get("version") : null;
    }
}
