// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Conclusion;
import org.plateaubench.engine.judge.LimitResult;
import org.plateaubench.engine.judge.Severity;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.ReconciliationRow;

/**
 * A word for a state, with a sign, so that colour is never the only distinction.
 *
 * @param tone name of a colour in the style sheet
 * @param sign one character
 * @param word the word
 */
record Badge(String tone, String sign, String word) {
    private static final String GOOD = "good";
    private static final String BAD = "bad";
    private static final String DOUBTFUL = "doubtful";
    /** The badge of notes. */
    static final Badge INFORMATION = new Badge("plain", "i", "information");

    private static final String TICK = "\u2713";
    private static final String CROSS = "\u2715";

    static Badge of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> new Badge(GOOD, TICK, "Pass");
            case FAIL -> new Badge(BAD, CROSS, "Fail");
            case INVALID -> new Badge(DOUBTFUL, "!", "Invalid");
        };
    }

    static Badge of(Conclusion.Kind kind) {
        return new Badge(kind.tone(), kind.sign(), kind.word());
    }

    static Badge of(Severity severity) {
        return switch (severity) {
            case NOTE -> new Badge("plain", "i", "note");
            case FAIL -> new Badge(BAD, CROSS, "fail");
            case INVALID -> new Badge(DOUBTFUL, "!", "invalid");
        };
    }

    static Badge of(Audit audit) {
        return switch (audit.state()) {
            case OK -> new Badge(GOOD, TICK, "ok");
            case VIOLATED -> audit.noted() ? new Badge("plain", "i", "noted") : new Badge(DOUBTFUL, "!", "violated");
            case NOT_TESTED -> new Badge("plain", "\u2013", "not tested");
        };
    }

    static Badge of(LimitResult result) {
        return result.isHidden() ? new Badge(DOUBTFUL, "!", "below the harness's lag") : of(result.met());
    }

    static Badge of(@Nullable Boolean met) {
        if (met == null) {
            return new Badge("plain", "\u2013", "too little to tell");
        }
        return met ? new Badge(GOOD, TICK, "met") : new Badge(BAD, CROSS, "missed");
    }

    static Badge of(ReconciliationRow row) {
        return switch (row.state()) {
            case OK -> new Badge(GOOD, TICK, "agrees");
            case VIOLATED -> row.lost() ? new Badge(BAD, CROSS, "lost") : new Badge(DOUBTFUL, "!", "differs");
            case NOT_TESTED -> new Badge(DOUBTFUL, "\u2013", "not tested");
        };
    }

    Map<String, Object> tree() {
        return Map.of("tone", tone, "sign", sign, "word", word);
    }
}
