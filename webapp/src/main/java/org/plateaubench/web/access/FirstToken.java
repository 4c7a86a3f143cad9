// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Secrets;

/**
 * A token for one sign-in, to create an administrator's account. It is valid as long as the process runs. Any thread.
 */
final class FirstToken {
    private static final String PURPOSE = "first";

    private final AtomicReference<@Nullable String> digest = new AtomicReference<>();

    /** Creates a token; the one before becomes invalid. */
    String make() {
        String secret = Secrets.random();
        digest.set(Secrets.digest(PURPOSE, secret));
        return secret;
    }

    /** Returns whether the secret is the token, which is then invalid. */
    boolean use(String secret) {
        String expected = digest.get();
        return Optional.ofNullable(expected)
                .filter(kept -> Secrets.equal(kept, Secrets.digest(PURPOSE, secret)))
                .filter(kept -> digest.compareAndSet(kept, null))
                .isPresent();
    }
}
