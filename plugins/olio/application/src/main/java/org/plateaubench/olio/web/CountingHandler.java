// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.plateaubench.olio.harness.HarnessEndpoints;

/** Counts requests without those of the harness, and how many of them failed. Any thread. */
final class CountingHandler extends Handler.Wrapper {
    private static final int FAILED = 500;

    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();

    CountingHandler(Handler inner) {
        super(inner);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!Request.getPathInContext(request).startsWith(HarnessEndpoints.ROOT)) {
            Request.addCompletionListener(request, failure -> {
                requests.increment();
                // A client that disconnects during an answer is not a failure of the site.
                if (response.getStatus() >= FAILED) {
                    failures.increment();
                }
            });
        }
        return super.handle(request, response, callback);
    }

    long requests() {
        return requests.sum();
    }

    long failures() {
        return failures.sum();
    }
}
