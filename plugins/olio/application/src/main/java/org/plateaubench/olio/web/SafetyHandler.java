// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The outermost handler: it sets the headers of every answer, and checks that a form was sent from a page of this site.
 * A browser states that in {@code Sec-Fetch-Site} or {@code Origin}; a client that sends neither is not a browser, so
 * that another site cannot make it send a user's cookie.
 */
public final class SafetyHandler extends Handler.Wrapper {
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    /** Wraps all other handlers. */
    public SafetyHandler(Handler inner) {
        super(inner);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        SafetyHeaders.put(response.getHeaders());
        String method = request.getMethod();
        if (HttpMethod.GET.is(method) || HttpMethod.HEAD.is(method)) {
            return super.handle(request, response, callback);
        }
        if (!HttpMethod.POST.is(method)) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
            Response.writeError(request, response, callback, 405);
            return true;
        }
        if (!isFromHere(request)) {
            Response.writeError(request, response, callback, 403);
            return true;
        }
        return super.handle(request, response, callback);
    }

    private static boolean isFromHere(Request request) {
        HttpFields headers = request.getHeaders();
        String site = headers.get(FETCH_SITE);
        if (site != null) {
            return site.equals("same-origin") || site.equals("none");
        }
        String origin = headers.get(HttpHeader.ORIGIN);
        if (origin == null) {
            return true;
        }
        String host = headers.get(HttpHeader.HOST);
        return host != null && (origin.equals("http://" + host) || origin.equals("https://" + host));
    }
}
