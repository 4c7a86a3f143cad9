// SPDX-License-Identifier: Apache-2.0
/** The commands that check, plan and execute run files and studies, and those for SUTs. */
@NullMarked
package org.plateaubench.cli.command.run;

import org.jspecify.annotations.NullMarked;
