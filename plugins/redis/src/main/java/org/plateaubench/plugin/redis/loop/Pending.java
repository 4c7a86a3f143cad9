// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.spi.Completion;

/** A command between its start and its end; reused. Confined to its loop. */
final class Pending {
    /** Placeholder of {@code ASKING}, whose reply is ignored. */
    static final Pending ASKING = new Pending();

    private final RedisRequest request = new RedisRequest();
    private @Nullable Completion completion;
    private int redirects;
    private boolean asking;

    RedisRequest request() {
        return request;
    }

    void begin(Completion itsCompletion) {
        completion = itsCompletion;
        redirects = 0;
        asking = false;
    }

    /** Takes the completion; null when the operation has ended. */
    @Nullable
    Completion end() {
        Completion its = completion;
        completion = null;
        return its;
    }

    /** Counts a redirection; returns the number of redirections so far. */
    int redirect(boolean isAsking) {
        asking = isAsking;
        redirects++;
        return redirects;
    }

    /** Returns whether {@code ASKING} precedes it. */
    boolean isAsking() {
        return asking;
    }
}
