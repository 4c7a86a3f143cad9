// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with references such as <code>${user.name}</code>, compiled to its parts. Immutable. */
public final class Template implements Part {
    private final Part[] parts;
    private final @Nullable String constant;

    /** Literal text. */
    record Literal(String text) implements Part {
        @Override
        public void append(Values values, StringBuilder out) {
            out.append(text);
        }
    }

    Template(List<Part> parts) {
        this.parts = parts.toArray(Part[]::new);
        boolean literal = parts.stream().allMatch(Literal.class::isInstance);
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part instanceof Literal(String each) ? each : ""));
        this.constant = literal ? text.toString() : null;
    }

    /** A template without references. */
    public static Template of(String text) {
        return new Template(List.of(new Literal(text)));
    }

    /** The text of a template without references; null for any other. */
    public @Nullable String constant() {
        return constant;
    }

    @Override
    public void append(Values values, StringBuilder out) throws StepFailure {
        for (Part part : parts) {
            part.append(values, out);
        }
    }

    /** Appends the text, with each reference's value changed by an encoder and literal text as written. */
    public void append(Values values, StringBuilder out, Encoder encoder) throws StepFailure {
        for (Part part : parts) {
            int start = out.length();
            part.append(values, out);
            if (!(part instanceof Literal)) {
                encoder.encode(out, start);
            }
        }
    }

    /** Changes the end of a text in place. */
    @FunctionalInterface
    public interface Encoder {
        /** Encodes the text that begins at an index. */
        void encode(StringBuilder text, int from);
    }

    /** The text as a new string. */
    public String text(Values values) throws StepFailure {
        if (constant != null) {
            return constant;
        }
        StringBuilder out = values.leftBuffer();
        append(values, out);
        return out.toString();
    }
}
