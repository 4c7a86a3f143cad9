// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.packaging;

import org.jspecify.annotations.NullMarked;
