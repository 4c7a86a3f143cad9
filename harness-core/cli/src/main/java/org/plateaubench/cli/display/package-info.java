// SPDX-License-Identifier: Apache-2.0
/** Displays of a run in progress. */
@NullMarked
package org.plateaubench.cli.display;

import org.jspecify.annotations.NullMarked;
