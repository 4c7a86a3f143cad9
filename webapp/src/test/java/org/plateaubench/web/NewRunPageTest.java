// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Form and YAML of a run file, each of which edits the other. */
@Tag("slow")
final class NewRunPageTest {
    private static final String TEXT = """
            # A comment at the top
            run:
              name: first   # what lists call it
            phases:
              rampUp: 5s    # users start one by one
              steady: 60s
            """;
    private static final String STEADY = "field-phases.steady";
    private static final int WIDE = 1280;
    private static final double PATIENCE_MILLIS = 120_000;

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static PageVisitor visitor;
    private static Page page;

    @BeforeAll
    static void open() throws Exception {
        console = TestConsole.start(folder);
        visitor = new PageVisitor();
        page = visitor.window(console.address(), console.admin(), WIDE, ColorScheme.LIGHT);
        page.setDefaultTimeout(PATIENCE_MILLIS);
        // A question of the browser whether unsaved changes may be lost: they may, in a test.
        page.onDialog(dialog -> dialog.accept());
        PageVisitor.open(page, "/");
    }

    @AfterAll
    static void close() {
        visitor.close();
        console.close();
        assertThat(visitor.complaints()).isEmpty();
    }

    @BeforeEach
    void edit() throws IOException {
        Files.writeString(folder.resolve("files").resolve("first.yaml"), TEXT);
        page.evaluate("sessionStorage.clear()");
        page.navigate("/new?file=first.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
    }

    @Test
    void anEntryInTheFormChangesItsPlaceInTheTextAndNothingElse() {
        page.getByTestId(STEADY).fill("90s");
        page.locator(".CodeMirror-line")
                .filter(new Locator.FilterOptions().setHasText("90s"))
                .waitFor();
        assertThat(text()).isEqualTo(TEXT.replace("60s", "90s"));
        assertThat(page.getByTestId("dirty").textContent()).isEqualTo("not saved");
        page.getByTestId("save").click();
        page.waitForSelector(
                "[data-test=dirty]",
                new Page.WaitForSelectorOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        assertThat(folder.resolve("files").resolve("first.yaml")).hasContent(TEXT.replace("60s", "90s"));
    }

    @Test
    void whatIsTypedInTheTextAppearsInTheForm() {
        type("60s", "75s");
        PlaywrightAssertions.assertThat(page.getByTestId(STEADY)).hasValue("75s");
    }

    @Test
    void aWrongValueIsSaidBesideItsLineInTheListAndAtTheField() {
        page.getByTestId(STEADY).fill("soon");
        page.waitForSelector("[data-test='wrong-phases.steady']");
        Locator problem =
                page.getByTestId("problems").locator("li", new Locator.LocatorOptions().setHasText("phases.steady"));
        assertThat(problem.textContent()).contains("line 6");
        assertThat(page.locator(".gutter-mark").count()).isPositive();
        problem.locator("button").click();
        assertThat(page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getCursor().line"))
                .isEqualTo(5);
    }

    @Test
    void aRunThatCannotStartSaysWhyBeforeAnythingElseIsAsked() {
        page.getByTestId(STEADY).fill("soon");
        page.getByTestId("start").click();
        Locator refused = page.getByTestId("refused");
        PlaywrightAssertions.assertThat(refused).containsText("must be a duration");
        PlaywrightAssertions.assertThat(refused).isFocused();
        assertThat(page.locator("dialog").count()).isZero();
        page.getByTestId(STEADY).fill("61s");
        PlaywrightAssertions.assertThat(refused).not().containsText("must be a duration");
    }

    @Test
    void aSettingIsFoundByItsWordsAndItsLineIsShown() {
        page.getByTestId("form-search").fill("seed");
        PlaywrightAssertions.assertThat(page.locator("[data-test='field-run.seed']"))
                .isVisible();
        assertThat(page.locator("[data-test^='section-']").count()).isEqualTo(1);
        page.getByTestId("form-search").fill("");
        page.getByTestId(STEADY).focus();
        assertThat(page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getCursor().line"))
                .isEqualTo(5);
    }

    @Test
    void theEditorProposesKeysAndTabLeavesItAfterEscape() {
        page.evaluate("(() => { const code = document.querySelector('.CodeMirror').CodeMirror; code.focus();"
                + " code.setCursor({line: 5, ch: 13}); })()");
        page.keyboard().press("Enter");
        // At once: proposals for the first letter alone would come and go between.
        page.keyboard().insertText("ra");
        page.locator(".CodeMirror-hint")
                .filter(new Locator.FilterOptions().setHasText("rampDown"))
                .waitFor();
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        page.keyboard().press("Tab");
        assertThat(page.evaluate("document.activeElement.closest('.CodeMirror') === null"))
                .isEqualTo(true);
    }

    @Test
    void whatWasNotSavedIsThereAgainAfterALookElsewhere() {
        type("60s", "61s");
        page.waitForSelector("[data-test=dirty]");
        page.navigate("/");
        page.navigate("/new?file=first.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
        assertThat(text()).contains("61s");
    }

    private static void type(String old, String replacement) {
        page.evaluate(
                "([old, text]) => { const code = document.querySelector('.CodeMirror').CodeMirror; code.focus();"
                        + " const at = code.posFromIndex(code.getValue().indexOf(old));"
                        + " code.setSelection(at, {line: at.line, ch: at.ch + old.length}); }",
                List.of(old, replacement));
        page.keyboard().type(replacement);
    }

    private static String text() {
        return (String) page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getValue()");
    }
}
