// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.EventDetail.PersonLink;

/** A request in the form that pages use. Not thread-safe. */
record Exchange(Request request, Response response, Sessions sessions) {
    private static final int MAX_PAGES = 10_000;
    private static final int MAX_ID_DIGITS = 9;

    /**
     * Returns the decoded segments of the path; none for the home page.
     *
     * @throws IllegalArgumentException for an invalid encoding
     */
    List<String> path() {
        String path = Request.getPathInContext(request);
        return path.equals("/")
                ? List.of()
                : Arrays.stream(path.substring(1).split("/"))
                        .map(URIUtil::decodePath)
                        .toList();
    }

    boolean isPost() {
        return HttpMethod.POST.is(request.getMethod());
    }

    /** Returns the signed-in user; null for none. */
    @Nullable
    PersonLink viewer() {
        return sessions.person(request);
    }

    PersonLink person() {
        PersonLink person = sessions.person(request);
        if (person == null) {
            throw Refused.notSignedIn();
        }
        return person;
    }

    /** Returns the value of a parameter of the query; empty for none. Throws as {@link #path} does. */
    String parameter(String name) {
        return value(Request.extractQueryParameters(request), name);
    }

    /** Returns the first value of a field; empty for none. */
    static String value(Fields fields, String name) {
        String value = fields.getValue(name);
        return value == null ? "" : value;
    }

    /** Returns the number of a page of a list, from 1; 1 for an invalid number. */
    int page() {
        String wanted = parameter("page");
        if (wanted.isEmpty() || wanted.length() > MAX_ID_DIGITS || !isNumber(wanted)) {
            return 1;
        }
        return Math.clamp(Integer.parseInt(wanted), 1, MAX_PAGES);
    }

    static int id(String segment) {
        if (segment.length() > MAX_ID_DIGITS || !isNumber(segment)) {
            throw Refused.notFound();
        }
        return Integer.parseInt(segment);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
