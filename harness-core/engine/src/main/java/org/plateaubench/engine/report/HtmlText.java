// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

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

    public static String page(String policy, String title, String style, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="generator" content="Plateau">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                %s</body>
                </html>
                """.formatted(policy, escaped(title), style, body);
    }

    /** False for characters that control display or direction of text, which could change a page's meaning. */
    private static boolean isShown(int character) {
        int type = Character.getType(character);
        return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE;
    }
}
