// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** Conditional requests (RFC 9110, 13.1). */
final class ConditionalRequests {
    private ConditionalRequests() {}

    /**
     * Returns whether the client already has the requested content. If it sends entity tags, the date does not matter.
     *
     * @param tag entity tag without quotes
     * @param modified time of the last change, in whole seconds; later with each change
     */
    static boolean isKnown(HttpFields request, String tag, Instant modified) {
        return isKnown(request, tag, since -> !modified.isAfter(since));
    }

    /**
     * Returns the same for content that may also revert to an older state.
     *
     * @param tag entity tag without quotes
     * @param modified time of the last change, in whole seconds
     */
    static boolean isTheSame(HttpFields request, String tag, Instant modified) {
        return isKnown(request, tag, modified::equals);
    }

    private static boolean isKnown(HttpFields request, String tag, Predicate<Instant> isKnownDate) {
        String tags = request.get(HttpHeader.IF_NONE_MATCH);
        if (tags != null) {
            for (String one : tags.split(",", -1)) {
                String plain = one.strip();
                String bare = plain.startsWith("W/") ? plain.substring(2) : plain;
                if (bare.equals("*") || bare.equals('"' + tag + '"')) {
                    return true;
                }
            }
            return false;
        }
        String since = request.get(HttpHeader.IF_MODIFIED_SINCE);
        if (since == null) {
            return false;
        }
        try {
            Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(since));
            return isKnownDate.test(date);
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    static void describe(HttpFields.Mutable response, String tag, String modified) {
        response.put(HttpHeader.ETAG, '"' + tag + '"');
        response.put(HttpHeader.LAST_MODIFIED, modified);
    }

    static String date(Instant moment) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(moment.atOffset(ZoneOffset.UTC));
    }
}
