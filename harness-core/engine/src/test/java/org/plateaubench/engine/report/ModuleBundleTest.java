// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.report.HtmlReport.ModuleBundle;

/** The order of a bundle; every test that opens a report executes one. */
final class ModuleBundleTest {
    @Test
    void modulesAreBundledOnceInImportOrder() {
        String script = bundle(Map.of(
                "/page/a.js", "import {b as one} from './b.js';\nimport {two} from '../module/c.js';\none(two);",
                "/page/b.js", "import {two} from '../module/c.js';\nexport function b() { return two; }",
                "/module/c.js", "export const two = 2;\nexport {three as four} from './d.js';",
                "/module/d.js", "const three = 3;export{three};"));
        assertThat(script).containsSubsequence("// /module/d.js", "// /module/c.js", "// /page/b.js", "// /page/a.js");
        assertThat(script)
                .containsOnlyOnce("const two = 2;")
                .contains("return {four: module0.three, two};")
                .contains("const {b: one} = module2;")
                .contains("const {two: two} = module1;");
    }

    private static String bundle(Map<String, String> files) {
        return ModuleBundle.of("/page/a.js", address -> Objects.requireNonNull(files.get(address), address));
    }
}
