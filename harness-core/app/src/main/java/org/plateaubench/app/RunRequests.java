// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.loader.ShownText;

/** The note in the folder of a run or a study that names the user who requests its end through the console. */
public final class RunRequests {
    private static final String NOTE = ".stop-asked-by";

    private RunRequests() {}

    /** The run removes the note when it handles the request, so that its folder is unchanged in the end. */
    public static void note(Path folder, String who) throws IOException {
        AtomicFile.write(folder.resolve(NOTE), who);
    }

    /** Who requests the end, in words that follow "by"; removes the note in the folder of a run or a study. */
    public static String by(@Nullable Path folder, String signal) {
        if (signal.equals("SIGINT")) {
            return "Ctrl-C";
        }
        String asked = "a request to terminate (" + signal + ")";
        if (folder == null) {
            return asked;
        }
        Path note = folder.resolve(NOTE);
        try {
            String who = ShownText.of(Files.readString(note));
            Files.deleteIfExists(note);
            return who + ", through the console";
        } catch (IOException e) {
            return asked;
        }
    }
}
