// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.EventDetail.PersonLink;

/** A request in the form that pages use. One thread. */
final class Exchange {
    private static final int PAGES_AT_MOST = 10_000;
    private static final int ID_DIGITS_AT_MOST = 9;

    private final Request request;
    private final Response response;
    private final Sessions sessions;
    private final List<String> path;
    private @Nullable Fields query;

    /** Throws {@link IllegalArgumentException} for a path or query with an invalid encoding. */
    Exchange(Request request, Response response, Sessions sessions) {
        this.request = request;
        this.response = response;
        this.sessions = sessions;
        this.path = segments(Request.getPathInContext(request));
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    /** Returns the decoded segments of the path; none for the home page. */
    List<String> path() {
        return path;
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

    String parameter(String name) {
        if (query == null) {
            query = Request.extractQueryParameters(request);
        }
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    /** Returns the number of a page of a list, from 1; 1 for an invalid number. */
    int page() {
        String wanted = parameter("page");
        if (wanted.isEmpty() || wanted.length() > ID_DIGITS_AT_MOST || !isNumber(wanted)) {
            return 1;
        }
        return Math.clamp(Integer.parseInt(wanted), 1, PAGES_AT_MOST);
    }

    static int id(String segment) {
        if (segment.length() > ID_DIGITS_AT_MOST || !isNumber(segment)) {
            throw Refused.notFound();
        }
        return Integer.parseInt(segment);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (int from = 1; from < path.length(); ) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 ? path.length() : slash;
            segments.add(URIUtil.decodePath(path.substring(from, end)));
            from = end + 1;
        }
        return segments;
    }
}
