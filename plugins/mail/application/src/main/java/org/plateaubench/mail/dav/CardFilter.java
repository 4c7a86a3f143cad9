// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.ContentLine;
import org.w3c.dom.Element;

/**
 * A filter for cards (RFC 6352, 10.5): it matches a card with a property that contains a text, in any case. Other
 * filters are refused.
 *
 * @param conditions at least one; any of them must match
 */
record CardFilter(List<Condition> conditions) {
    /**
     * A condition on one property.
     *
     * @param property in upper case
     * @param text in lower case
     */
    private record Condition(String property, String text) {
        boolean matches(ContentLine line) {
            return line.name().equals(property)
                    && line.plainValue().toLowerCase(Locale.ROOT).contains(text);
        }
    }

    static CardFilter of(@Nullable Element filter) throws DavRefusal {
        if (filter == null
                || !filter.getAttribute("test").equals("anyof")
                || RequestXml.children(filter).isEmpty()) {
            throw new DavRefusal(DavNames.FORBIDDEN, "A:supported-filter");
        }
        List<Condition> conditions = new ArrayList<>();
        for (Element property : RequestXml.children(filter)) {
            List<Element> texts = RequestXml.children(property);
            if (!RequestXml.is(property, DavNames.card("prop-filter"))
                    || texts.size() != 1
                    || !RequestXml.is(texts.getFirst(), DavNames.card("text-match"))
                    || !texts.getFirst().getAttribute("match-type").equals("contains")) {
                throw new DavRefusal(DavNames.FORBIDDEN, "A:supported-filter");
            }
            conditions.add(new Condition(
                    property.getAttribute("name").toUpperCase(Locale.ROOT),
                    texts.getFirst().getTextContent().toLowerCase(Locale.ROOT)));
        }
        return new CardFilter(conditions);
    }

    boolean matches(Item item) {
        for (ContentLine line : ContentLine.of(item.text())) {
            for (Condition condition : conditions) {
                if (condition.matches(line)) {
                    return true;
                }
            }
        }
        return false;
    }
}
