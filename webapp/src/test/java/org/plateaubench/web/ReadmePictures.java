// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Takes the pictures of the README from the quickstart on a console that runs: live in the middle of its steady state,
 * its result, and its report. Nothing is written unless the run passed without doubts, since the README says so of it.
 */
final class ReadmePictures {
    private static final int WIDTH = 1280;
    private static final int INVALID = 2;
    private static final double PATIENCE_MILLIS = 600_000;

    private ReadmePictures() {}

    /** The arguments are the link of the first start, the folder of runs, an empty folder, and the folder of pictures. */
    public static void main(String[] arguments) throws IOException {
        URI link = URI.create(arguments[0]);
        Path taken = Path.of(arguments[2]);
        String conclusion;
        try (PageVisitor visitor = new PageVisitor()) {
            Page page = visitor.window(link.resolve("/"), WIDTH, ColorScheme.LIGHT);
            page.setDefaultTimeout(PATIENCE_MILLIS);
            page.navigate(arguments[0]);
            // The token of the first start may only make an account.
            page.fill("#user-name", TestConsole.ADMIN);
            page.fill("#new-password", TestConsole.PASSWORD);
            page.locator("dialog button:text-is('Create the account')").click();
            page.waitForSelector("[data-test=account-menu]:has-text('" + TestConsole.ADMIN + "')");
            page.getByTestId("quickstart").click();
            page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
            page.getByTestId("start").click();
            page.waitForURL(address -> address.endsWith("/live"));
            // Half of the steady state is over, so that limits have their samples.
            page.waitForFunction(
                    "() => /Over the (3\\d|4\\d) s of/.test(document.querySelector('[data-test=limits]')?.textContent)");
            shoot(page, taken.resolve("console-live.png"));
            page.waitForSelector("[data-test=result]");
            // Without the message that the run is over, which covers figures.
            page.reload();
            page.waitForSelector("[data-test=result][data-state=ready]");
            page.waitForSelector("#time[data-state=ready]");
            conclusion = page.locator("h1 .badge").textContent().strip();
            shoot(page, taken.resolve("console-result.png"));
            String id = URI.create(page.url()).getPath().replaceFirst(".*/runs/", "");
            page.navigate(Path.of(arguments[1], id, "report.html").toUri().toString());
            page.waitForSelector("[data-test=result][data-state=ready]");
            shoot(page, taken.resolve("report.png"));
        }
        if (!conclusion.endsWith("Pass")) {
            System.err.println("The run came to '" + conclusion
                    + "': no picture is taken of it. Repeat this on a machine with nothing else to do.");
            System.exit(INVALID);
        }
        for (String name : new String[] {"console-live.png", "console-result.png", "report.png"}) {
            Files.copy(taken.resolve(name), Path.of(arguments[3], name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void shoot(Page page, Path file) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
}
