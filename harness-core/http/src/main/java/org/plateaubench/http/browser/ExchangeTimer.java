// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import org.plateaubench.http.HttpResponse;

/** Times the exchanges of a browser, each on an open connection. Called by the thread that sends the request. */
public interface ExchangeTimer {
    /** A request is about to be written. */
    void onRequest();

    /**
     * A response was read completely.
     *
     * @param response the response, valid until the next request
     */
    void onResponse(HttpResponse response);
}
