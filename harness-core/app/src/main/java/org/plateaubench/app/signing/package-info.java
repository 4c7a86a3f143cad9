// SPDX-License-Identifier: Apache-2.0
/** Signatures of files that are passed on to other people. */
@NullMarked
package org.plateaubench.app.signing;

import org.jspecify.annotations.NullMarked;
