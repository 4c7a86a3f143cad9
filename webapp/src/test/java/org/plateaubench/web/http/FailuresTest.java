// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A handler of failures that fails is called again with that failure, without end: so it must not. */
final class FailuresTest {
    private final Failures failures = new Failures();

    @Test
    void aFailureOfARequestThatTheServerTookBackEndsThere() {
        Context over = context(method -> {
            throw new NullPointerException(method);
        });
        assertThatCode(() -> failures.handle(new IllegalStateException("gone"), over))
                .doesNotThrowAnyException();
        assertThatCode(() -> failures.handle(Problem.notFound("gone"), over)).doesNotThrowAnyException();
    }

    @Test
    void aFailureThatCannotBeAnsweredEndsThereWhateverTheReason() {
        Context unanswerable = context(method -> switch (method) {
            case "path" -> "/api/v1/runs";
            case "method" -> HandlerType.GET;
            default -> throw new IllegalStateException(method);
        });
        assertThatCode(() -> failures.handle(new Problem(422, "wrong"), unanswerable))
                .doesNotThrowAnyException();
    }

    private interface Said {
        Object of(String method);
    }

    private static Context context(Said said) {
        return (Context) Proxy.newProxyInstance(
                FailuresTest.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> said.of(method.getName()));
    }
}
