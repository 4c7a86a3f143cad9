// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Bytes decoded as text; if they are not, {@code text} is empty and {@code flaw}, the end of a sentence, says why. */
public record PlainText(String text, @Nullable String flaw) {
    private static final String MARK = "\ufeff";

    public static PlainText of(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new PlainText("", "is not text in UTF-8");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t' && c != '\u0085') {
                return new PlainText(
                        "", String.format(Locale.ROOT, "is not a text file, it holds the byte 0x%02x", (int) c));
            }
        }
        return new PlainText(text, null);
    }

    /** The text without the byte order mark that spreadsheets and some editors write. */
    public String unmarked() {
        return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    }
}
