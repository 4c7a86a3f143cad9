// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.spi.Completion;

/** A command between its start and its end; used again. Confined to its loop. */
final class Pending {
    /** Stands for {@code ASKING}, whose reply nobody waits for. */
    static final Pending ASKING = new Pending();

    /** Stands for {@code CLUSTER SLOTS}. */
    static final Pending SLOTS = new Pending();

    private final RedisRequest request = new RedisRequest();
    private @Nullable Completion completion;
    private int redirects;
    private boolean asking;

    RedisRequest request() {
        return request;
    }

    /** The request has been made. */
    void begin(Completion itsCompletion) {
        completion = itsCompletion;
        redirects = 0;
        asking = false;
    }

    /** Takes the completion out; null when the operation has ended. */
    @Nullable
    Completion end() {
        Completion held = completion;
        completion = null;
        return held;
    }

    /** The command is sent on; how often it has been, with this time. */
    int redirect(boolean isAsking) {
        asking = isAsking;
        redirects++;
        return redirects;
    }

    /** Whether {@code ASKING} goes before it. */
    boolean isAsking() {
        return asking;
    }

    /** Whether it is one of ours, which stands for no operation. */
    boolean isOurs() {
        return this == ASKING || this == SLOTS;
    }
}
