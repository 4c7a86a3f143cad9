// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How one gets into a console, and how long one stays. */
final class SignInTest {
    @TempDir
    private Path folder;

    @Test
    void theFirstTokenWorksOnceAndMakesAnAdministrator() throws Exception {
        try (TestConsole console = TestConsole.start(folder)) {
            assertThat(console.anonymous()
                            .get("/api/v1/session")
                            .json()
                            .get("hasUsers")
                            .asBoolean())
                    .isFalse();
            TestConsole.Client admin = console.admin();
            assertThat(admin.get("/api/v1/session").json().at("/user/role").asString())
                    .isEqualTo("admin");
            assertThat(admin.get("/api/v1/users")
                            .expect(200)
                            .json()
                            .at("/users/0/name")
                            .asString())
                    .isEqualTo("ada");
            TestConsole.Client second = console.anonymous();
            second.send(
                            "POST",
                            "/api/v1/session",
                            "{\"token\":\"" + console.console().firstToken().orElseThrow() + "\"}")
                    .expect(401);
        }
    }
}
