// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.List;

public final class Browser {
    private Browser() {}

    /** Without a browser, a sentence is printed. */
    public static void open(String address) {
        String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
        try {
            new ProcessBuilder(List.of(opener, address))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            CommandName.report("No browser could be started with " + opener + "; open the address above.");
        }
    }
}
