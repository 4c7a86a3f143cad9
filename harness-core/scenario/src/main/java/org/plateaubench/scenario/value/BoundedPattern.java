// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;

/** A regular expression whose search ends after a limited number of steps. Thread-safe. */
public final class BoundedPattern {
    /** Number of characters that a search may read, about half a second. */
    private static final long MAX_STEPS = 50_000_000;

    private final Pattern pattern;

    private BoundedPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** Compiles an expression; null after a problem at the key of a mapping. */
    public static @Nullable BoundedPattern compile(String expression, Section section, String key) {
        try {
            return new BoundedPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            section.problem(
                    key,
                    "'" + expression + "' is not a regular expression: " + e.getDescription() + ".",
                    "Correct it.");
            return null;
        } catch (StackOverflowError e) {
            section.problem(key, "The regular expression is nested too deeply.", "Write a simpler one.");
            return null;
        }
    }

    /** Whether the text contains a match. */
    public boolean isFound(CharSequence text) throws StepFailure {
        return find(text) != null;
    }

    /** The first group of the first match, or the whole match of an expression without groups; null for no match. */
    public @Nullable String find(CharSequence text) throws StepFailure {
        try {
            Matcher matcher = pattern.matcher(new CountedText(text, new Steps(), 0, text.length()));
            if (!matcher.find()) {
                return null;
            }
            int group = matcher.groupCount() > 0 ? 1 : 0;
            return matcher.start(group) < 0 ? null : matcher.group(group);
        } catch (TooLong | StackOverflowError e) {
            throw StepFailure.error("pattern-limit", "the search for " + pattern + " takes too long");
        }
    }

    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super(null, null, false, false);
        }
    }

    /** Number of characters that one search has read. */
    private static final class Steps {
        private long count;

        void next() {
            if (++count > MAX_STEPS) {
                throw new TooLong();
            }
        }
    }

    /** A text that counts the characters that are read. */
    private record CountedText(CharSequence text, Steps steps, int start, int end) implements CharSequence {
        @Override
        public int length() {
            return end - start;
        }

        @Override
        public char charAt(int index) {
            steps.next();
            return text.charAt(start + index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new CountedText(text, steps, start + from, start + to);
        }

        @Override
        public String toString() {
            return text.subSequence(start, end).toString();
        }
    }
}
