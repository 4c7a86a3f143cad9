// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector.SelectorParseException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.StepFailure;

/** A CSS selector, with {@code @name} at its end for an attribute instead of the text of the element. */
final class Selector {
    private static final Pattern ATTRIBUTE = Pattern.compile("(.*?)@([A-Za-z_][A-Za-z0-9_:-]*)$", Pattern.DOTALL);
    /** Extensions of CSS that search by a regular expression, for which there is no bound. */
    private static final Pattern UNBOUNDED = Pattern.compile(":matches|~=\\s*[^\"'\\w-]|\\[[^\\]]*~=");

    /** A <code>:has</code> inside another one, whose time grows with each level by the number of elements. */
    private static final Pattern NESTED = Pattern.compile(":has\\((?:[^()]|\\([^()]*\\))*:has\\(");

    /** Length of a page that is searched, because the time of some selectors grows with its square. */
    private static final int LONGEST_PAGE = 4_000_000;

    private final Evaluator evaluator;
    private final @Nullable String attribute;

    private Selector(Evaluator evaluator, @Nullable String attribute) {
        this.evaluator = evaluator;
        this.attribute = attribute;
    }

    /** Compiles a selector; null after a problem at the key. */
    static @Nullable Selector compile(String text, Section where, String key) {
        Matcher matcher = ATTRIBUTE.matcher(text);
        boolean named = matcher.matches();
        String css = (named ? matcher.group(1) : text).strip();
        if (UNBOUNDED.matcher(css).find()) {
            where.problem(key, "'" + css + "' selects by a regular expression.", "Use 'regex' for that.");
            return null;
        }
        if (NESTED.matcher(css).find()) {
            where.problem(key, "'" + css + "' has one ':has' inside another.", "Use one of them.");
            return null;
        }
        try {
            return new Selector(QueryParser.parse(css), named ? matcher.group(2) : null);
        } catch (SelectorParseException | IllegalArgumentException e) {
            where.problem(key, "'" + css + "' is not a CSS selector: " + e.getMessage() + ".", "Correct it.");
            return null;
        }
    }

    /** The text of the first element that is selected; null for none. */
    @Nullable
    String find(WebAnswer answer) throws StepFailure {
        if (answer.text().length() > LONGEST_PAGE) {
            throw StepFailure.error("too-large", "a page of more than " + LONGEST_PAGE + " characters is not searched");
        }
        try {
            Element element = answer.document().selectFirst(evaluator);
            if (element == null) {
                return null;
            }
            if (attribute == null) {
                return element.text();
            }
            return element.hasAttr(attribute) ? element.attr(attribute) : null;
        } catch (StackOverflowError e) {
            throw StepFailure.error("extraction", "the page is nested too deeply for a selector");
        }
    }
}
