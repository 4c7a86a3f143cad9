// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.TrialScore;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.report.ScoreText;
import org.plateaubench.engine.store.StoredRun;

/**
 * Writes a page that discloses the trials of a run: their common score, each trial with its outcome, and for each trial
 * the content of the {@link DisclosurePage} of its run. Trials must be added in order. Not thread-safe.
 */
public final class TrialsDisclosure {
    private final Head head;
    private final List<List<String>> rows = new ArrayList<>();
    private final StringBuilder sections = new StringBuilder();

    /**
     * The common results of the trials, computed again.
     *
     * @param id id of the trials
     * @param name name of the run file
     * @param description a sentence, may be empty
     * @param outcome their outcome in a word
     * @param sentences remarks: reasons why they are not complete, and warnings
     * @param score their score, null when the run file names no reference
     */
    public record Head(
            String id,
            String name,
            String description,
            String outcome,
            List<String> sentences,
            @Nullable TrialScore score) {
        public Head {
            sentences = List.copyOf(sentences);
        }
    }

    /** Creates a page without trials. */
    public TrialsDisclosure(Head head) {
        this.head = head;
    }

    /**
     * Adds a trial.
     *
     * @param outcome its outcome in a word
     */
    public void add(int number, String outcome, StoredRun run, Judgement judgement) {
        ScoreResult score = judgement.score();
        rows.add(List.of(
                Integer.toString(number),
                judgement.runId(),
                outcome,
                judgement.window() == null
                        ? "never steady"
                        : judgement.window().start() + " to "
                                + judgement.window().end(),
                score == null ? "" : ScoreText.of(score)));
        sections.append(DisclosurePage.section(number, run, judgement));
    }

    /** Adds a trial that has no run. */
    public void addWithoutRun(int number, String outcome, List<String> reasons) {
        rows.add(List.of(Integer.toString(number), "none", outcome, "", String.join(" ", reasons)));
    }

    /**
     * The page.
     *
     * @param evidence how the files were checked, sentences
     * @param notes notes of the author, plain text; may be empty
     */
    public String page(List<String> evidence, String notes) {
        PageText page = new PageText("");
        if (!head.description().isEmpty()) {
            page.paragraph(head.description());
        }
        TrialScore score = head.score();
        if (score != null && score.notation() != null) {
            page.headline(score.notation(), score.state() != ScoreResult.State.COUNTS);
        }
        page.paragraph(
                "verdict " + head.outcome().split(" ", 2)[0],
                head.outcome().toUpperCase(Locale.ROOT) + (score == null ? "" : ", class " + score.runClass()));
        page.paragraph(score == null ? "No score: the run file names no reference." : "Score: " + ScoreText.of(score));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Trials", head.id());
        if (score != null) {
            facts.put(
                    "Reference",
                    score.reference().name() + ", SHA-256 " + score.reference().digest());
        }
        page.facts(facts);
        page.heading("Trials").table(List.of("Trial", "Run", "Outcome", "Measured", "Score"), rows);
        if (!head.sentences().isEmpty()) {
            page.list(head.sentences());
        }
        PageText end = new PageText("");
        end.end(evidence, notes);
        return DisclosurePage.document(head.name(), page.toString() + sections + end);
    }
}
