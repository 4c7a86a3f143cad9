// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.ContentLine;
import org.w3c.dom.Element;

/**
 * Which cards are wanted (RFC 6352, 10.5): properties that are there or not, or whose text matches, in any case.
 *
 * @param all whether all conditions must hold, not one
 * @param conditions none for every card
 */
record CardFilter(boolean all, List<Condition> conditions) {
    /**
     * One property.
     *
     * @param property in upper case
     * @param absent whether it must be missing
     * @param all whether all texts must match, not one
     * @param texts none for a property that is there, whatever it says
     */
    record Condition(String property, boolean absent, boolean all, List<Text> texts) {
        boolean matches(List<ContentLine> card) {
            List<String> values = card.stream()
                    .filter(line -> line.name().equals(property))
                    .map(line -> line.plainValue().toLowerCase(Locale.ROOT))
                    .toList();
            if (absent) {
                return values.isEmpty();
            }
            if (texts.isEmpty()) {
                return !values.isEmpty();
            }
            return all
                    ? texts.stream().allMatch(text -> text.matches(values))
                    : texts.stream().anyMatch(text -> text.matches(values));
        }
    }

    /**
     * One text.
     *
     * @param text in lower case
     * @param type such as {@code contains}
     * @param negated whether no value may match
     */
    record Text(String text, String type, boolean negated) {
        boolean matches(List<String> values) {
            boolean any = values.stream().anyMatch(value -> switch (type) {
                case "equals" -> value.equals(text);
                case "starts-with" -> value.startsWith(text);
                case "ends-with" -> value.endsWith(text);
                default -> value.contains(text);
            });
            return any != negated;
        }
    }

    static CardFilter of(@Nullable Element filter) throws DavRefusal {
        if (filter == null) {
            return new CardFilter(false, List.of());
        }
        List<Condition> conditions = new ArrayList<>();
        for (Element child : RequestXml.children(filter)) {
            if (!RequestXml.is(child, DavNames.card("prop-filter"))) {
                throw new DavRefusal(DavNames.FORBIDDEN, "A:supported-filter");
            }
            conditions.add(condition(child));
        }
        return new CardFilter(filter.getAttribute("test").equals("allof"), conditions);
    }

    private static Condition condition(Element element) throws DavRefusal {
        boolean absent = false;
        List<Text> texts = new ArrayList<>();
        for (Element child : RequestXml.children(element)) {
            if (RequestXml.is(child, DavNames.card("is-not-defined"))) {
                absent = true;
            } else if (RequestXml.is(child, DavNames.card("text-match"))) {
                texts.add(new Text(
                        child.getTextContent().toLowerCase(Locale.ROOT),
                        child.getAttribute("match-type"),
                        child.getAttribute("negate-condition").equals("yes")));
            } else {
                throw new DavRefusal(DavNames.FORBIDDEN, "A:supported-filter");
            }
        }
        return new Condition(
                element.getAttribute("name").toUpperCase(Locale.ROOT),
                absent,
                element.getAttribute("test").equals("allof"),
                texts);
    }

    boolean matches(Item item) {
        if (conditions.isEmpty()) {
            return true;
        }
        List<ContentLine> card = ContentLine.of(item.text());
        return all
                ? conditions.stream().allMatch(condition -> condition.matches(card))
                : conditions.stream().anyMatch(condition -> condition.matches(card));
    }
}
