// SPDX-License-Identifier: Apache-2.0
/** The interface through which the command line starts the web console, whose libraries no other command loads. */
@NullMarked
package org.plateaubench.app.console;

import org.jspecify.annotations.NullMarked;
