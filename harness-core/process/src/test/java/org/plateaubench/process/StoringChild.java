// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A server of ours that stores: tries what it is named in its working folder, says what it could do, and stays. */
final class StoringChild {
    private StoringChild() {}

    /** Arguments: {@code write:NAME}, {@code read:NAME} or {@code replace:NAME}. */
    public static void main(String[] arguments) throws Exception {
        Lifeline.watch(Duration.ofSeconds(2));
        List<String> done = new ArrayList<>();
        for (String argument : arguments) {
            String name = argument.substring(argument.indexOf(':') + 1);
            try {
                tryOut(argument, Path.of(name).toAbsolutePath());
                done.add(argument);
            } catch (IOException e) {
                done.add("not-" + argument);
            }
        }
        ReadyLine.announce(String.join(",", done));
        new CountDownLatch(1).await();
    }

    private static void tryOut(String what, Path file) throws IOException {
        if (what.startsWith("write:")) {
            Files.writeString(file, "written");
        } else if (what.startsWith("read:")) {
            Files.readString(file);
        } else {
            Path own = Files.createTempFile(file.getParent(), "own", null);
            Files.move(own, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
