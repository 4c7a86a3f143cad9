// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyCheck;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.isolation.ShownText;

/**
 * A study of a bundle, computed again from the measurements of its runs. Immutable.
 *
 * @param runs ids of its runs
 * @param outcome its outcome; null when it cannot be computed
 * @param scores the score of each of its cells that has one, in words
 * @param figures comparison of its figures and those of its runs with those of the bundle
 * @param problems the differences, sentences
 */
record JudgedStudy(
        Set<String> runs,
        @Nullable String outcome,
        List<String> scores,
        BundleCheck.Figures figures,
        List<String> problems) {
    /** Judges the runs of a study if the measurements of each have at most the given number of bytes. */
    static JudgedStudy of(String id, Path folder, long bytes) {
        try {
            StudyCheck check = StudyCheck.of(folder.resolve(id), folder, bytes);
            List<String> problems = new ArrayList<>(check.mismatches());
            List<String> doubts = new ArrayList<>(check.problems());
            boolean isOtherJudge = false;
            for (String run : new TreeSet<>(check.runs())) {
                RunFolder each = RunFolder.of(folder.resolve(run));
                if (Files.isRegularFile(each.file(StoredFile.RESULT))) {
                    JudgedAgain judged = JudgedAgain.of(each, bytes);
                    boolean isDoubt = judged.figures() == BundleCheck.Figures.OF_ANOTHER_JUDGE;
                    isOtherJudge |= isDoubt;
                    judged.problems().forEach(problem -> (isDoubt ? doubts : problems).add(run + ": " + problem));
                }
            }
            if (problems.isEmpty() && isOtherJudge) {
                return new JudgedStudy(
                        Set.copyOf(check.runs()),
                        check.outcome(),
                        shown(check.scores()),
                        BundleCheck.Figures.OF_ANOTHER_JUDGE,
                        List.of(ShownText.of(String.join(" ", doubts))));
            }
            problems.addAll(doubts);
            return new JudgedStudy(
                    Set.copyOf(check.runs()),
                    check.outcome(),
                    shown(check.scores()),
                    problems.isEmpty() ? BundleCheck.Figures.SAME : BundleCheck.Figures.DIFFERENT,
                    shown(problems));
        } catch (IOException e) {
            return new JudgedStudy(
                    Set.of(),
                    null,
                    List.of(),
                    BundleCheck.Figures.UNKNOWN,
                    List.of("The study cannot be judged: " + ShownText.of(String.valueOf(e.getMessage()))));
        }
    }

    /** Untrusted texts of a bundle in the form for display. */
    private static List<String> shown(List<String> texts) {
        return texts.stream().map(ShownText::of).toList();
    }
}
