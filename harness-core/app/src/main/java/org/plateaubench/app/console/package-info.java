// SPDX-License-Identifier: Apache-2.0
/** How the command line finds the web console, whose libraries no other command loads. */
@NullMarked
package org.plateaubench.app.console;

import org.jspecify.annotations.NullMarked;
