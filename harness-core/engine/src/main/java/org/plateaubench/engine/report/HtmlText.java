// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

/** Text in pages and pictures. Stateless; any thread. */
public final class HtmlText {
    private HtmlText() {}

    /** A text for the content of an element or for an attribute in double quotes. */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\n', '\t' -> safe.appendCodePoint(character);
                default -> safe.appendCodePoint(isShown(character) ? character : '\ufffd');
            }
        });
        return safe.toString();
    }

    /** Characters that control a display, or the direction of what follows, could make a page say something else. */
    private static boolean isShown(int character) {
        int type = Character.getType(character);
        return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE;
    }
}
