// SPDX-License-Identifier: Apache-2.0
/** The harness under oath: honest runs and planted lies, from the drive through recorder and store to the verdict. */
@NullMarked
package org.plateaubench.app.oath;

import org.jspecify.annotations.NullMarked;
