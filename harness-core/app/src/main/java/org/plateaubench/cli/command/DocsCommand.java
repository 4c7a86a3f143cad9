// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import picocli.CommandLine.Command;

@Command(
        name = "docs",
        description = "Opens the documentation in the browser, and prints its address.",
        footer = {"", "Example:", "  ./plateau docs"},
        mixinStandardHelpOptions = true)
public final class DocsCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        Path page = Installation.site();
        if (!Files.exists(page)) {
            throw new IOException("The pages are not built here; read docs/ of the checkout, or make them with:"
                    + " distribution/site/build distribution/target/plateau");
        }
        System.out.println(page.toUri());
        Browser.open(page.toUri().toString());
        return ExitCode.PASS.code();
    }
}
