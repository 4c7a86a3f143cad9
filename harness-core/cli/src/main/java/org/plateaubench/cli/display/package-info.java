// SPDX-License-Identifier: Apache-2.0
/** The displays that show a person a run while it lasts. */
@NullMarked
package org.plateaubench.cli.display;

import org.jspecify.annotations.NullMarked;
