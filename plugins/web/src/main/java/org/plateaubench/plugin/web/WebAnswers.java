// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector.SelectorParseException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations.Finder;
import org.plateaubench.scenario.Expectations.Rule;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;

/** The rules and extractions of steps for answers of web servers, and for messages, which have no status or headers. */
final class WebAnswers extends AnswerKeys<WebAnswer> {
    static final String STATUS = "status";

    private static final String HEADER = "header";
    private static final Set<String> HEADER_KEYS = Set.of(STATUS, HEADER);
    private static final Set<String> BODY_KEYS = Set.of("contains", "lacks", "regex", "json", "css");

    static final List<Key> RULES = List.of(
            Key.any(STATUS, "The status, a range such as 200..299, or a list of these; below 400 by default."),
            Key.mapping(HEADER, "Conditions on headers by name, such as Content-Type: contains html."),
            Key.any("contains", "A text that the body contains, or a list of texts."),
            Key.any("lacks", "A text that the body does not contain, or a list of texts."),
            Key.text("regex", "A regular expression that is found in the body."),
            Key.mapping("json", "Conditions on JSON values by path, such as $.count: '>= 1'."),
            Key.mapping("css", "Conditions on the text of elements by CSS selector."),
            Key.text("size", "Size of the body, such as 1kB..2MB."));

    private static final List<Key> FINDERS = List.of(
            Key.text("css", "A CSS selector, such as a.product@href for an attribute, or h1 for the text."),
            Key.text("json", "A JSON path, such as $.items[0].id."),
            Key.text(HEADER, "The name of a header."),
            Key.text("regex", "A regular expression, of which the first group is taken."));

    static final List<Key> MESSAGE_RULES = ofMessages(RULES);
    static final WebAnswers OF_REQUESTS = new WebAnswers(RULES, FINDERS);
    static final WebAnswers OF_MESSAGES = new WebAnswers(MESSAGE_RULES, ofMessages(FINDERS));

    private WebAnswers(List<Key> rules, List<Key> finders) {
        super(rules, List.of(), finders, "status: 409");
    }

    private static List<Key> ofMessages(List<Key> keys) {
        return keys.stream().filter(key -> !HEADER_KEYS.contains(key.name())).toList();
    }

    static boolean readsBody(Section step) {
        return mentions(step, BODY_KEYS);
    }

    @Override
    protected String reason(Section declined) {
        List<String> statuses = declined.texts(STATUS);
        return statuses.size() == 1 ? "status-" + statuses.getFirst().replace("..", "-") : super.reason(declined);
    }

    @Override
    public List<Rule<WebAnswer>> rules(Section section, Scope scope) {
        List<Rule<WebAnswer>> rules = new ArrayList<>();
        if (section.has(STATUS)) {
            rules.add(status(section));
        }
        addConditions(HEADER, section, scope, rules);
        section.texts("contains").forEach(text -> rules.add(contains(text, true, section, scope)));
        section.texts("lacks").forEach(text -> rules.add(contains(text, false, section, scope)));
        section.text("regex").ifPresent(text -> {
            BoundedPattern pattern = BoundedPattern.compile(text, section, "regex");
            if (pattern != null) {
                Outcome wrong = Outcome.error("check-regex", "the body has no match of " + text);
                rules.add((answer, _) -> pattern.isFound(answer.text()) ? null : wrong);
            }
        });
        addConditions("json", section, scope, rules);
        addConditions("css", section, scope, rules);
        if (section.has("size")) {
            Span span = section.span("size", new Span(0, Long.MAX_VALUE), Long.MIN_VALUE, Long.MAX_VALUE);
            rules.add((answer, _) -> span.contains(answer.size())
                    ? null
                    : Outcome.error("check-size", "the body has " + answer.size() + " bytes, not " + span));
        }
        return rules;
    }

    static Outcome wrongStatus(WebAnswer answer) {
        return Outcome.error("status-" + answer.status(), "the server answered " + answer.status());
    }

    private static Rule<WebAnswer> status(Section section) {
        List<Span> allowed = new ArrayList<>();
        for (String text : section.texts(STATUS)) {
            Span span = Span.parse(text);
            if (span == null || span.min() < 100 || span.max() > 999) {
                section.problem(STATUS, "'" + text + "' is not a status.", "Write 200, 200..299 or a list of these.");
            } else {
                allowed.add(span);
            }
        }
        Span[] spans = allowed.toArray(Span[]::new);
        return (answer, _) -> matchesAny(spans, answer.status()) ? null : wrongStatus(answer);
    }

    private static boolean matchesAny(Span[] spans, int status) {
        for (Span span : spans) {
            if (span.contains(status)) {
                return true;
            }
        }
        return false;
    }

    /** A media type may be expected without its parameters. */
    @Override
    protected Rule<WebAnswer> condition(String kind, String name, Finder<WebAnswer> finder, Comparison comparison) {
        Rule<WebAnswer> rule = super.condition(kind, name, finder, comparison);
        if (!kind.equals(HEADER) || !name.equalsIgnoreCase("Content-Type")) {
            return rule;
        }
        Finder<WebAnswer> type = answer -> {
            String found = finder.find(answer);
            return found == null ? null : found.replaceFirst("\\s*;.*", "");
        };
        Rule<WebAnswer> withoutParameters = super.condition(kind, name, type, comparison);
        return (answer, values) -> {
            Outcome violation = rule.violation(answer, values);
            return violation == null || withoutParameters.violation(answer, values) == null ? null : violation;
        };
    }

    @Override
    protected @Nullable Finder<WebAnswer> finder(String kind, String text, Section section, String key) {
        return switch (kind) {
            case "css" -> {
                Selector selector = Selector.compile(text, section, key);
                yield selector == null ? null : selector::find;
            }
            case "json" -> {
                JsonPath path = JsonPath.compile(text, section, key);
                yield path == null ? null : answer -> path.find(answer.bytes(), answer.offset(), answer.length());
            }
            case HEADER -> answer -> answer.header(text);
            default -> {
                BoundedPattern pattern = BoundedPattern.compile(text, section, key);
                yield pattern == null ? null : answer -> pattern.find(answer.text());
            }
        };
    }

    private static Rule<WebAnswer> contains(String text, boolean isExpected, Section section, Scope scope) {
        String key = isExpected ? "contains" : "lacks";
        Template template = scope.template(text, section, key);
        String constant = template.constant();
        byte[] bytes = constant == null ? new byte[0] : constant.getBytes(StandardCharsets.UTF_8);
        return (answer, values) -> {
            boolean isFound = (constant != null && answer.isUtf8())
                    ? indexOf(answer.bytes(), answer.offset(), answer.length(), bytes) >= 0
                    : answer.text().contains(template.text(values));
            return isFound == isExpected
                    ? null
                    : Outcome.error(
                            "check-" + key,
                            "the body " + (isExpected ? "does not contain '" : "contains '") + template.text(values)
                                    + "'");
        };
    }

    private static int indexOf(byte[] text, int offset, int length, byte[] searched) {
        int last = offset + length - searched.length;
        for (int i = offset; i <= last; i++) {
            if (searched.length == 0
                    || (text[i] == searched[0]
                            && Arrays.equals(text, i, i + searched.length, searched, 0, searched.length))) {
                return i - offset;
            }
        }
        return -1;
    }

    /** A CSS selector, with the suffix {@code @name} for an attribute instead of the text of the element. */
    static final class Selector {
        private static final Pattern ATTRIBUTE = Pattern.compile("(.*?)@([A-Za-z_][A-Za-z0-9_:-]*)$", Pattern.DOTALL);
        /** Extensions of CSS that search by a regular expression, for which there is no bound. */
        private static final Pattern UNBOUNDED = Pattern.compile(":matches|~=\\s*[^\"'\\w-]|\\[[^\\]]*~=");

        /** A <code>:has</code> inside another one, whose time grows with each level by the number of elements. */
        private static final Pattern NESTED = Pattern.compile(":has\\((?:[^()]|\\([^()]*\\))*:has\\(");

        /** Maximum length of a page that is searched, because the time of some selectors grows with its square. */
        private static final int MAX_PAGE_LENGTH = 4_000_000;

        private final Evaluator evaluator;
        private final @Nullable String attribute;

        private Selector(Evaluator evaluator, @Nullable String attribute) {
            this.evaluator = evaluator;
            this.attribute = attribute;
        }

        static @Nullable Selector compile(String text, Section section, String key) {
            Matcher matcher = ATTRIBUTE.matcher(text);
            boolean hasAttribute = matcher.matches();
            String css = (hasAttribute ? matcher.group(1) : text).strip();
            if (UNBOUNDED.matcher(css).find()) {
                section.problem(key, "'" + css + "' selects by a regular expression.", "Use 'regex' for that.");
                return null;
            }
            if (NESTED.matcher(css).find()) {
                section.problem(key, "'" + css + "' has one ':has' inside another.", "Use one of them.");
                return null;
            }
            try {
                return new Selector(QueryParser.parse(css), hasAttribute ? matcher.group(2) : null);
            } catch (SelectorParseException | IllegalArgumentException e) {
                section.problem(key, "'" + css + "' is not a CSS selector: " + e.getMessage() + ".", "Correct it.");
                return null;
            }
        }

        @Nullable
        String find(WebAnswer answer) throws StepFailure {
            if (answer.text().length() > MAX_PAGE_LENGTH) {
                throw StepFailure.error(
                        "too-large", "a page of more than " + MAX_PAGE_LENGTH + " characters is not searched");
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
}
