// SPDX-License-Identifier: Apache-2.0
/**
 * Pictures and documents in exactly the sizes of the files that Olio's driver uploads, another file for each id: what the
 * driver sends and what the reference application serves for loaded data, so that 114 GB need not be stored.
 */
@NullMarked
package org.plateaubench.plugin.olio.data.media;

import org.jspecify.annotations.NullMarked;
