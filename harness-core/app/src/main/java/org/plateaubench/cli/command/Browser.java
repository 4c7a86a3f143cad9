// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.List;

public final class Browser {
    private Browser() {}

    public static void open(String address) throws IOException {
        String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
        try {
            new ProcessBuilder(List.of(opener, address))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("No browser could be started with " + opener + "; open the address above.", e);
        }
    }
}
