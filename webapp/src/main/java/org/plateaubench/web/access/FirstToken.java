// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/** A token that lets one in once, to make an administrator's account. It lives as long as the process. Any thread. */
final class FirstToken {
    private static final String PURPOSE = "first";

    private final AtomicReference<@Nullable String> digest = new AtomicReference<>();

    /** Makes one; the one before holds no more. */
    String make() {
        String secret = Secrets.random();
        digest.set(Secrets.digest(PURPOSE, secret));
        return secret;
    }

    /** Whether it is this one, which then holds no more. */
    boolean use(String secret) {
        String expected = digest.get();
        return Optional.ofNullable(expected)
                .filter(kept -> Secrets.equal(kept, Secrets.digest(PURPOSE, secret)))
                .filter(kept -> digest.compareAndSet(kept, null))
                .isPresent();
    }
}
