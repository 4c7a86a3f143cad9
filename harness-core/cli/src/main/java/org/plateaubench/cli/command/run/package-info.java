// SPDX-License-Identifier: Apache-2.0
/** Commands that read a run file or a study: its check, its plan, its run, its SUTs. */
@NullMarked
package org.plateaubench.cli.command.run;

import org.jspecify.annotations.NullMarked;
