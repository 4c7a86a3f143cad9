// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** A parameter that reaches into the host is found by its type, its name or its description. */
final class ReachCheckTest {
    record Unmarked(
            @Parameter(description = "Where it is.", defaultValue = "")
            Path place,

            @Parameter(description = "What to start.", defaultValue = "")
            String serverProgram,

            @Parameter(description = "Lines.", defaultValue = "[]")
            List<String> extraSettings,

            @Parameter(description = "By name.", defaultValue = "{}")
            Map<String, String> options,

            @Parameter(description = "Folder of an installation.", defaultValue = "")
            String installation,

            @Parameter(description = "PEM that is believed.", defaultValue = "")
            String authority,

            @Parameter(description = "JDBC address.", defaultValue = "")
            String url,

            @Parameter(description = "What is done before the start.", defaultValue = "")
            String startHook,

            @Parameter(description = "What is done at each step.", defaultValue = "[]")
            List<String> hooks,

            @Parameter(description = "Each is started in turn.", defaultValue = "[]")
            List<String> commands,

            @Parameter(description = "What a shell is given after the run.", defaultValue = "")
            String afterwards) {}

    record Fine(
            @Parameter(description = "What to start.", defaultValue = "", reach = Reach.PROGRAM)
            String program,

            @Parameter(description = "Files that are fetched.", defaultValue = "1")
            int files,

            @Parameter(description = "Server of the run file.", defaultValue = "", sut = true)
            String server,

            @Parameter(description = "Endpoints.", defaultValue = "[]")
            List<String> servers,

            @Parameter(description = "Path of a page on the site.", defaultValue = "/")
            String path) {}

    @Test
    void unmarkedParametersAreFound() {
        assertThat(ReachCheck.missing("it", Unmarked.class))
                .extracting(sentence -> sentence.split(" ", 3)[1])
                .containsExactly(
                        "place",
                        "serverProgram",
                        "extraSettings",
                        "options",
                        "installation",
                        "authority",
                        "url",
                        "startHook",
                        "hooks",
                        "commands",
                        "afterwards");
    }

    @Test
    void markedOrHarmlessParametersAreNotReported() {
        assertThat(ReachCheck.missing("it", Fine.class)).isEmpty();
    }
}
